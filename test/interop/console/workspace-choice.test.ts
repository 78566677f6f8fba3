/** The control that picks a workspace, in a browser: each of the platform's can be found, by keys alone. */
import type { Page, Request } from 'playwright-core';
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
const isForChoices = (request: Request) => request.postData()?.includes('WorkspaceChoices') ?? false;
/** From here on, no list of workspaces is answered. */
const holdChoices = (page: Page) =>
  page.route('**/graphql', (route) => (isForChoices(route.request()) ? undefined : route.continue()));
const named = (page: Page) => control(page).getAttribute('aria-label');

test('an old workspace is found by its name and picked by keys, and the focus returns', async () => {
  const page = await world.open('/console/people');
  await page.getByText(/^You see .*, the workspace with the latest emit\. Choose another below\.$/).waitFor();
  await control(page).focus();
  await page.keyboard.press('Enter');
  const options = page.getByRole('option');
  await expect.poll(() => options.count()).toBe(20);
  await page.getByText('Type to find the others.').waitFor();
  // At once: on a busy machine a part of the word is searched for first, and finds the same row, which Enter does not pick.
  await page.keyboard.insertText('lisbon');
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
  await page.getByPlaceholder('Name or reference').waitFor();
  await page.keyboard.type('nobody');
  await page.getByText('No workspace matches.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByPlaceholder('Name or reference').count()).toBe(0);
  expect(await named(page)).toBe('Workspace: Harbour Books Lisbon');
});

test('a click picks at once, also while the same rows are read again', async () => {
  const page = await world.open(world.messages());
  await control(page).click();
  await page.getByRole('option', { name: /^Book shop 20/ }).waitFor();
  await page.keyboard.press('Escape');
  await holdChoices(page);
  // Long enough for the rows to be read again.
  await page.clock.install({ time: Date.now() + 60_000 });
  const asked = page.waitForRequest((request) => isForChoices(request));
  await control(page).click();
  await asked;
  await page.getByRole('option', { name: /^Book shop 20/ }).click();
  await expect.poll(() => named(page)).toBe('Workspace: Book shop 20');
});

test('all workspaces are a choice before the others are read', async () => {
  const page = await world.open(world.messages());
  await holdChoices(page);
  await control(page).click();
  await page.getByText('Searching…').waitFor();
  await page.getByRole('option', { name: 'All workspaces' }).click();
  await page.waitForURL(/all=yes/);
});

test('an old workspace is found behind more than one request looks through', async () => {
  await world.tidings.service.app.db.pool.query(
    `INSERT INTO workspaces (platform_id, id, name, timezone, locale, created_at, updated_at)
     SELECT platform_id, '7ZZZZZZZZZZZZZZZZZZZ' || lpad(n::text, 6, '0'), 'Many ' || n, timezone, locale, now(), now()
     FROM workspaces, generate_series(1, 5100) n WHERE id = $1`,
    [world.ids.workspace],
  );
  const page = await world.open(world.messages());
  await control(page).click();
  await page.getByPlaceholder('Name or reference').waitFor();
  await page.keyboard.type('lisbon');
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Harbour Books Lisbonshop']);
  expect(await page.getByText('No workspace matches.').count()).toBe(0);
});
