/** The control that picks a workspace, in a browser: each of the platform's can be found, by keys alone. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();
/** More than the control offers without a search. */
const others = 25;

beforeAll(async () => {
  for (let n = 0; n < others; n += 1) {
    await world.backend.rest('POST', '/workspaces', { name: `Book shop ${n}`, reference: `shop-${n}` });
  }
});

const control = (page: Page) => page.getByRole('button', { name: /^Workspace: / });
const named = (page: Page) => control(page).getAttribute('aria-label');

test('an old workspace is found by its name and picked by keys, and the focus returns', async () => {
  const page = await world.open('/console/people');
  await control(page).focus();
  await page.keyboard.press('Enter');
  const options = page.getByRole('option');
  await expect.poll(() => options.count()).toBe(20);
  await page.getByText('Type to find the others.').waitFor();
  await page.keyboard.type('lisbon');
  await expect.poll(() => options.allTextContents()).toEqual(['Harbour Books Lisbonshop']);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/people?workspace=${world.ids.workspace}`);
  await expect.poll(() => named(page)).toBe('Workspace: Harbour Books Lisbon');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Workspace: Harbour Books Lisbon');
  await page.locator('.row').first().waitFor();
});

test('a link says which workspace it shows, also by reference', async () => {
  const page = await world.open(`/console/people?workspace=${world.ids.workspace}`);
  await expect.poll(() => named(page)).toBe('Workspace: Harbour Books Lisbon');
  await page.goto(`${world.origin}/console/people?workspace=ref:shop-3`);
  await expect.poll(() => named(page)).toBe('Workspace: Book shop 3');
});

test('messages of all workspaces are a choice, and arrows move among the others', async () => {
  const page = await world.open(world.messages());
  await control(page).click();
  await page.getByRole('option', { name: 'All workspaces' }).click();
  await page.waitForURL(/all=yes/);
  await expect.poll(() => named(page)).toBe('Workspace: All workspaces');
  await control(page).click();
  await page.getByPlaceholder('Name or reference').fill('Book shop 2');
  const options = page.getByRole('option');
  // Those with 2, and with 20 to 24.
  await expect.poll(() => options.count()).toBe(6);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => named(page)).toBe('Workspace: Book shop 23');
  expect(new URL(page.url()).searchParams.has('all')).toBe(false);
});

test('a search without a match says so, and Escape changes nothing', async () => {
  const page = await world.open(world.messages());
  await control(page).click();
  await page.keyboard.type('nobody');
  await page.getByText('No workspace matches.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByPlaceholder('Name or reference').count()).toBe(0);
  expect(await named(page)).toBe('Workspace: Harbour Books Lisbon');
});
