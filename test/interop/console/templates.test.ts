/** The workbench of templates, in a browser. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { demoTemplate } from '../../../src/local/demo-template.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

describe('templates', () => {
  const firstText = '.cm-content';

  test('an invalid tag shows where it is, a mended one is rendered, and the save is live', async () => {
    const page = await world.open('/console/templates/order.shipped');
    const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
    await mail.getByText('Your order is on its way').waitFor();
    const editor = page.locator(firstText);
    await editor.click();
    const composition = structuredClone(demoTemplate.composition) as { document: { blocks: object[] } };
    composition.document.blocks.unshift({ id: 'oops', type: 'text', attrs: { text: 'Hello {{ event.nmae }}' } });
    await replaceText(page, JSON.stringify(composition, null, 2));
    await page.locator('.faults').getByText(/nmae/).waitFor();
    expect(await page.locator('.faults code').first().textContent()).toMatch(/oops|blocks/);
    await page.keyboard.press('Control+Home');
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await page.getByText('The preview shows the last draft without errors.').waitFor();
    composition.document.blocks[0] = { id: 'oops', type: 'text', attrs: { text: 'Dear {{ event.customer_name }}!' } };
    await replaceText(page, JSON.stringify(composition, null, 2));
    await mail.getByText(/^Dear .+!$/).waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is live').first().waitFor();
    const { body } = await world.backend.rest('GET', '/event-types/order.shipped/template');
    expect(JSON.stringify(body.data.composition)).toContain('Dear {{ event.customer_name }}!');
  });

  test('a save over a newer version is told, and the draft is kept', async () => {
    const page = await world.open('/console/templates/order.shipped');
    const subject = page.getByLabel('Subject');
    await subject.fill('Mine: order {{ event.order_number }}');
    const { subject: _, fromLocalPart, displayName, ...rest } = demoTemplate;
    const saved = await world.backend.rest('PUT', '/event-types/order.shipped/template', {
      ...rest,
      translations: {},
      subject: 'Theirs: order {{ event.order_number }}',
      from_local_part: fromLocalPart,
      display_name: displayName,
      replyTo: undefined,
    });
    expect(saved.status).toBeLessThan(300);
    await page.getByRole('button', { name: 'Save version' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(await subject.inputValue()).toBe('Mine: order {{ event.order_number }}');
    await page.getByRole('button', { name: 'Save version' }).click();
    await dialog.getByRole('button', { name: 'Save mine as the next version' }).click();
    const outdated = page.getByRole('button', { name: 'Save all the same' });
    await outdated.or(page.getByText(/Version \d is live/).first()).waitFor();
    if (await outdated.isVisible()) await outdated.click();
    await page
      .getByText(/Version \d is live/)
      .first()
      .waitFor();
    const { body } = await world.backend.rest('GET', '/event-types/order.shipped/template');
    expect(body.data.subject).toBe('Mine: order {{ event.order_number }}');
  });

  async function replaceText(page: Page, text: string): Promise<void> {
    await page.locator(firstText).click();
    await page.keyboard.press('Control+a');
    await page.evaluate((pasted) => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.querySelector('.cm-content')?.dispatchEvent(event);
    }, text);
  }
});
