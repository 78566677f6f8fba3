/** The zone of the times that a page shows: the reader's, or that of the workspace, in a browser. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openConsole, operatorToken } from './console-world.ts';

const world = openConsole();
const reader = { timezoneId: 'America/New_York' } as const;

beforeAll(async () => {
  const { status } = await world.backend.rest('PATCH', '/workspaces/ref:shop', { timezone: 'Asia/Tokyo' });
  expect(status).toBe(200);
});

const first = (page: Page) => page.locator('.timeline time').first();

/** As the timeline writes it, such as `28 Nov, 15:39:32`. */
async function clockIn(page: Page, timeZone: string): Promise<string> {
  const at = new Date((await first(page).getAttribute('datetime')) ?? '');
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...clock, timeZone }).format(at);
}

test('times are those of the reader, with their zone, until that of the workspace is chosen', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`, reader);
  await first(page).waitFor();
  expect(await first(page).textContent()).toBe(await clockIn(page, 'America/New_York'));
  expect(await first(page).getAttribute('title')).toMatch(/ (?:GMT-[45]|E[DS]T)$/);
  const zone = page.getByLabel('Times in');
  expect(await zone.locator('option').allTextContents()).toEqual([
    'America/New York, yours',
    'Asia/Tokyo, that of the workspace',
  ]);
  await zone.selectOption('workspace');
  await expect.poll(() => first(page).textContent()).toBe(await clockIn(page, 'Asia/Tokyo'));
  await page.reload();
  await first(page).waitFor();
  expect(await first(page).textContent()).toBe(await clockIn(page, 'Asia/Tokyo'));
});

test('where both are the same, the page only says which', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`, { timezoneId: 'Asia/Tokyo' });
  await page.getByText('Times in Asia/Tokyo').waitFor();
  expect(await page.getByLabel('Times in').count()).toBe(0);
});

test.for<readonly [path: () => string, operator?: boolean]>([
  [() => world.messages()],
  [() => world.messages('&view=emits')],
  [() => `/console/messages/${world.ids.delivered}`],
  [() => `/console/people?workspace=${world.ids.workspace}`],
  [() => `/console/people/${world.ids.workspace}/${world.ids.contact}`],
  [() => '/console/people/address?email=ada%40example.com'],
  [() => '/console/workspaces'],
  [() => `/console/workspaces/${world.ids.paused}`],
  [() => '/console/templates'],
  [() => '/console/webhooks'],
  [() => `/console/webhooks/${world.ids.webhook}`],
  [() => '/console/keys'],
  [() => '/console/audit-log'],
  [() => '/console/platforms', true],
  [() => '/console/operations', true],
])('every time of a page has its zone, and the page says it: %#', async ([path, forOperator = false]) => {
  const page = await world.open(path(), reader, forOperator ? operatorToken : undefined);
  await page.locator('main time').first().waitFor();
  const titles = await page
    .locator('main time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('title') ?? ''));
  expect(titles.filter((title) => !/\d\d:\d\d:\d\d (?:[A-Z]{2,5}|GMT[+-][\d:]+)$/.test(title))).toEqual([]);
  const said = page.getByText('Times in America/New York').or(page.getByLabel('Times in'));
  await expect.poll(() => said.filter({ visible: true }).count()).toBeGreaterThan(0);
});
