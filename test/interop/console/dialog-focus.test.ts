/** Where the focus is after a dialog closes, in a browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole, phone } from './console-world.ts';

const world = openConsole();

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

test.each([
  ['/console/workspaces', 'New workspace'],
  ['/console/webhooks', 'Add endpoint'],
])('on %s the focus returns to the button that opened the dialog', async (path, name) => {
  const page = await world.open(path);
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(name);
});

test('after a dialog of a menu the focus is on the button of the menu', async () => {
  const secret = await world.keyWith('Focus', { scopes: ['read', 'manage', 'keys'] });
  const page = await world.open('/console/keys', {}, secret);
  const menu = page.getByRole('button', { name: /^Actions: / }).first();
  const name = await menu.getAttribute('aria-label');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(name);
});

test('on a narrow screen the pages are behind a button, which has the focus again once they are closed', async () => {
  const page = await world.open('/console/webhooks', { viewport: phone });
  const menu = page.getByRole('button', { name: 'Open the menu' });
  await menu.click();
  const pages = page.getByRole('dialog', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Templates' }).waitFor();
  await page.keyboard.press('Escape');
  await pages.waitFor({ state: 'detached' });
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await menu.click();
  await pages.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  await pages.waitFor({ state: 'detached' });
});
