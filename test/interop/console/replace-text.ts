import type { Page } from 'playwright-core';

/** Pastes `text` over all that the page's one JSON editor has. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.evaluate((pasted) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
    document.querySelector('.cm-content')?.dispatchEvent(event);
  }, text);
}
