/** Every page under its Content-Security-Policy in a browser: Chromium, from Debian. Nothing that it needs is blocked. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { contextOfTest } from './programs/chromium.ts';

let tidings: TestService;
/** Folder for pictures of the pages, if set. */
const pictures = process.env.PICTURES;

beforeAll(async () => {
  tidings = await startTestService();
  if (pictures) await mkdir(pictures, { recursive: true });
});
afterAll(() => tidings?.stop());

test.each([
  ['/docs', '.cards'],
  ['/docs/errors', '#unavailable'],
  ['/docs/webhooks', '.samples'],
  ['/graphql', '.graphiql-editor .view-lines'],
  ['/unsubscribe/nobody', 'main h1'],
  ['/health', 'body'],
])('%s shows, and the browser complains of nothing', async (path, shown) => {
  const page = await (await contextOfTest({ viewport: { width: 1280, height: 900 } })).newPage();
  const complaints: string[] = [];
  const abroad: string[] = [];
  page.on('console', (message) => {
    // The token is invalid (404), and GraphiQL sends requests before it has a key (401).
    if (/error|warning/.test(message.type()) && !/status of 40[14]/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!/^(?:data:|blob:|http:\/\/127\.0\.0\.1:)/.test(request.url())) abroad.push(request.url());
  });
  await page.goto(`${tidings.service.url}${path}`);
  await page.waitForSelector(shown);
  await page.waitForLoadState('networkidle');
  if (pictures) await page.screenshot({ path: join(pictures, `${path.replaceAll('/', '_')}.png`) });
  expect(complaints).toEqual([]);
  expect(abroad).toEqual([]);
});

test('a first visit to GraphiQL opens its tabs with the mouse', async () => {
  const page = await (await contextOfTest({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${tidings.service.url}/graphql`);
  await page.waitForSelector('.graphiql-editor .view-lines');
  await page.waitForLoadState('networkidle');
  for (const name of ['Emit', 'WhyNotArrived', 'Webhooks']) {
    const tab = page.locator('.graphiql-tab', { hasText: name });
    await tab.scrollIntoViewIfNeeded();
    const box = await tab.locator('button').first().boundingBox();
    if (!box) throw new Error(`There is no tab ${name}.`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await page.mouse.down();
    await page.mouse.up();
    await page.locator('.graphiql-tab-active', { hasText: name }).waitFor({ timeout: 5_000 });
  }
});
