/**
 * Files of the console that do not load, in a browser: the service stops and starts again, or another version is
 * deployed. The frame of the pages stays, and what is not saved survives.
 */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { contextOfTest } from '../programs/chromium.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

/** Ends what a test started. */
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).first();

test('a page that is opened while the service is stopped waits for it within the frame', async () => {
  const database = await createTestDatabase();
  const port = String(await freePort());
  const start = () => startTestService({ databaseUrl: database.url, env: { PORT: port } });
  let running: TestService | null = await start();
  stops.push(
    () => database.drop(),
    async () => running?.stop(),
  );
  const backend = await running.platform('Harbour Books', 'harbour.test');
  const origin = running.service.url ?? '';

  const context = await contextOfTest();
  await world.startSession(context, backend.apiKey, origin);
  const page = await context.newPage();
  await page.goto(`${origin}/console/people`);
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await running.stop();
  running = null;

  await navigation(page).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('This part was not loaded').waitFor();
  await navigation(page).getByRole('link', { name: 'Messages' }).waitFor();
  // A reader who tries at once finds the same, and the frame is still there.
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('This part was not loaded').waitFor();

  running = await start();
  await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/webhooks');
  await navigation(page).getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
});

test('a part of a page that is not loaded leaves what is not saved, and comes when it can', async () => {
  const page = await world.open('/console/templates/order.shipped');
  world.expected = /ERR_FAILED|not loaded|Failed to fetch|Failed to load/;
  await page.getByRole('textbox', { name: 'Subject' }).fill('Not saved yet');
  await page.route('**/assets/json-editor-*', (route) => route.abort());
  await page.route('**/console/', (route) => route.abort());
  await page.getByText('JSON', { exact: true }).click();
  await page.getByText('This part was not loaded').waitFor();
  expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Not saved yet');
  await page.unroute('**/assets/json-editor-*');
  await page.unroute('**/console/');
  await page.locator('.cm-line').first().waitFor();
  expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Not saved yet');
});

test('a search whose file does not come says so in a corner, and opens when it can', async () => {
  const page = await world.openPage();
  world.expected = /ERR_FAILED|not loaded|Failed to fetch|Failed to load/;
  await page.route('**/assets/finder-dialog-*', (route) => route.abort());
  await world.signIn(page, undefined, '/console/people');
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await page.route('**/console/', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await page.locator('.shell > .state', { hasText: 'This part was not loaded' }).waitFor();
  await page.unroute('**/assets/finder-dialog-*');
  await page.unroute('**/console/');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
});

test('where a new version was deployed, the page comes with it, and a part asks first', async () => {
  const page = await world.open('/console/people');
  world.expected = /status of 404|ERR_FAILED|not loaded|Failed to fetch|Failed to load/;
  let loads = 0;
  // The service has another build: its page names another script, and the files of the old one are gone.
  await page.route('**/console/*', async (route) => {
    if (route.request().resourceType() === 'document') {
      loads += 1;
      await page.unroute('**/assets/*');
      return route.continue();
    }
    if (new URL(route.request().url()).pathname !== '/console/') return route.continue();
    const answer = await route.fetch();
    return route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/assets\/index-/g, 'assets/index-new-'),
    });
  });
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }));
  await navigation(page).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  expect(loads).toBe(1);

  await page.goto(`${world.origin}/console/templates/order.shipped`);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Not saved yet');
  await page.route('**/assets/json-editor-*', (route) => route.fulfill({ status: 404 }));
  await page.getByText('JSON', { exact: true }).click();
  await page.getByText('A new version was deployed').waitFor();
  await page.getByRole('button', { name: 'Load the console again' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Not saved yet');
});
