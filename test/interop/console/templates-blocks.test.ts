/** The form of blocks, by keyboard alone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

/** Presses of a key that a way by keyboard may take. */
const pressesMax = 40;

test('a block is added, moved, duplicated and removed by keyboard alone', async () => {
  const page = await world.open('/console/templates/order.shipped');
  await page.locator('.block').first().waitFor();
  const names = () => page.locator('.blocks:not(.nested) > ol > li > .block-head .block-type').allTextContents();
  const before = await names();
  await page.locator('#add-block').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  // A menu finds an item by its first letters.
  await expect.poll(() => focused(page)).not.toMatch(/Add a block/);
  await page.keyboard.type('sp');
  await expect.poll(() => focused(page)).toMatch(/^Spacer/);
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([...before, 'Spacer']);
  await expect.poll(() => focused(page)).toMatch(/^Spacer/);
  await page.locator('.block[data-open] .block-type').first().getByText('Spacer', { exact: true }).waitFor();

  await tabTo(page, /^Move Spacer .+ up$/);
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([...before.slice(0, -1), 'Spacer', before.at(-1)]);
  await page.getByText(`Spacer moved to place ${before.length} of ${before.length + 1}`).waitFor({ state: 'attached' });
  // The button that moved the block keeps the focus, so that it can be pressed again.
  await expect.poll(() => focused(page)).toMatch(/^Move Spacer .+ up$/);
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([...before.slice(0, -2), 'Spacer', ...before.slice(-2)]);

  await tabTo(page, /^More for Spacer/);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Duplicate');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([...before.slice(0, -2), 'Spacer', 'Spacer', ...before.slice(-2)]);
  await expect.poll(() => focused(page)).toMatch(/^Spacer/);

  await tabTo(page, /^More for Spacer/);
  await page.keyboard.press('Enter');
  // The menu gives its first item the focus a moment after it is shown.
  await expect.poll(() => focused(page)).toBe('Duplicate');
  await page.keyboard.press('End');
  await expect.poll(() => focused(page)).toBe('Remove');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([...before.slice(0, -2), 'Spacer', ...before.slice(-2)]);
  // The block behind the one that is gone.
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^${before.at(-2)}`));
  await page.locator('.preview-mail:not([data-stale])').waitFor();
});

test('a block goes with its translations, and its copy has them too', async () => {
  const page = await world.open('/console/templates/order.shipped');
  const heading = page.getByRole('button', { name: 'More for Heading title', exact: true });
  await heading.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'More for Heading title-2' }).waitFor();
  await heading.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('link', { name: 'Translations' }).click();
  const copy = page.locator('.text-pair', { hasText: 'title-2.text' });
  await copy.getByText('Translated').waitFor();
  const texts = () => page.locator('.text-pair h3 code').allTextContents();
  await expect.poll(texts).not.toContain('title.text');
  await page.locator('.preview-mail:not([data-stale])').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(texts).toContain('title.text');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(texts).not.toContain('title.text');
});

test('a block moves into the condition above it and out again, and a list field has an entry more', async () => {
  const page = await world.open('/console/templates/order.shipped');
  const more = page.getByRole('button', { name: 'More for Condition has-items' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Move into the condition above' }).click();
  await page.locator('.block .block .block-summary', { hasText: 'if event.items has a value' }).waitFor();
  await more.click();
  await page.getByRole('menuitem', { name: 'Move out' }).click();
  await page.locator('.block .block .block-summary', { hasText: 'event.items has' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Totals/ }).click();
  await page.getByRole('button', { name: 'Add one' }).click();
  const fourth = page.locator('.item').nth(3);
  await fourth.getByLabel('Label', { exact: true }).fill('Article');
  await fourth.getByRole('button', { name: 'Insert a merge tag into Value' }).click();
  await page.getByRole('menuitem', { name: /^event\.order_number/ }).click();
  await expect
    .poll(() => fourth.getByLabel('Value', { exact: true }).inputValue())
    .toMatch(/\{\{ event\.order_number \}\}/);
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  await mail.getByText('Article').waitFor();
});

function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
}

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < pressesMax; presses += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}`);
}
