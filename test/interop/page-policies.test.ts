/** Every page under its Content-Security-Policy in a browser: Chromium, from Debian. Nothing that it needs is blocked. */
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let tidings: TestService;
let browser: Browser;
/** Where to look at the pages afterwards. */
const pictures = join(tmpdir(), 'tidings-pages');

beforeAll(async () => {
  tidings = await startTestService();
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  await mkdir(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await tidings?.stop();
});

test.each([
  ['/docs', '.cards'],
  ['/docs/errors', '#unavailable'],
  ['/docs/webhooks', '.samples'],
  ['/graphql', '.graphiql-editor .view-lines'],
  ['/unsubscribe/nobody', 'main h1'],
  ['/health', 'body'],
])('%s shows, and the browser complains of nothing', { timeout: 60_000 }, async (path, shown) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
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
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: join(pictures, `${path.replaceAll('/', '_')}.png`) });
  expect(complaints).toEqual([]);
  expect(abroad).toEqual([]);
  await page.close();
});
