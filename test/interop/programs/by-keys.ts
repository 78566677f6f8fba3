/** Reaches and uses the controls of a page by keys alone, and insists that the focus is seen on each of them. */
import type { Locator, Page } from 'playwright-core';

/** Presses of Tab after which a control is taken for one that is not reached. */
const pressesMost = 120;

/** Whether the focus is on the control, or on what stands for it, and whether it has an outline. */
const look = (control: Element) => {
  const active = document.activeElement;
  const isThere = active !== null && (control === active || control.contains(active));
  let hasSign = false;
  for (let at = active, up = 0; at && up < 3; at = at.parentElement, up += 1) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    hasSign ||= outlineStyle !== 'none' && outlineWidth !== '0px';
  }
  // Lines of menus are shown by their ground.
  const isLine = active?.matches('[role^="menuitem"], [role="option"], [contenteditable]') ?? false;
  return { isConnected: control.isConnected, isThere, hasSign: hasSign || isLine };
};

/** Moves with `key` until the control has the focus. */
export async function reach(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await control.waitFor();
  // The element itself is asked, and found again once the page has replaced it: to find it takes longer than a press.
  let element = await control.elementHandle();
  for (let presses = 0; presses < pressesMost; presses += 1) {
    const looked = await element?.evaluate(look);
    if (!looked?.isConnected) element = await control.elementHandle();
    const { isThere, hasSign } = looked?.isConnected ? looked : await control.evaluate(look);
    if (isThere && !hasSign)
      throw new Error(`The focus is not seen: ${await control.evaluate((one) => one.outerHTML)}`);
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Not reached by ${key}: ${await control.evaluate((one) => one.outerHTML.slice(0, 200))}`);
}

export async function press(page: Page, control: Locator): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Enter');
}

/** Writes into a field in the place of what it had. */
export async function write(page: Page, control: Locator, text: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Opens a menu and takes one of its lines by the arrow keys. */
export async function choose(page: Page, menu: Locator, line: Locator): Promise<void> {
  await press(page, menu);
  await reach(page, line, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/** Picks an option of a select by its first letters. */
export async function pick(page: Page, control: Locator, label: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.type(label);
}
