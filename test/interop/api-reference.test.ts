/** The API reference in a browser: Chromium, from Debian. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiReference } from '../../src/pages/api-reference.ts';
import { operations } from '../rest/harness/contract.ts';

let browser: Browser;
let page: Page;
let origin: string;
let close: () => Promise<void>;
/** What the console said, and where the page wanted to go. */
const complaints: string[] = [];
const abroad: string[] = [];

beforeAll(async () => {
  const reference = createApiReference('http://tidings.test');
  const server = createServer(async ({ url = '' }, response) => {
    const found = await reference(url);
    response.writeHead(found ? 200 : 404, found ? { 'Content-Type': found.type, ...found.headers } : {});
    response.end(found?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!/^(?:data:|http:\/\/127\.0\.0\.1:)/.test(request.url())) abroad.push(request.url());
  });
  await page.goto(`${origin}/docs`);
  await page.waitForSelector('.opblock-tag');
  close = async () => {
    await browser.close();
    server.close();
  };
});
afterAll(() => close?.());

test('every operation opens from the index, with its example', async () => {
  for (const { id } of operations) {
    await page.click(`nav [data-operation="${id}"]`);
    const operation = page.locator(`.opblock[id$="-${id}"]`);
    await operation.locator('pre code').first().waitFor();
    expect(await operation.locator('pre code').first().textContent(), id).toMatch(/^curl /);
    expect(new URL(page.url()).hash).toMatch(new RegExp(`/${id}$`));
  }
}, 180_000);

test('an address that names an operation opens it', async () => {
  const other = await browser.newPage();
  await other.goto(`${origin}/docs#/Sending%20domain/verifySendingDomain`);
  await other.locator('#operations-Sending_domain-verifySendingDomain pre code').first().waitFor();
  await other.close();
});

test('the page fits a telephone', async () => {
  const phone = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await phone.goto(`${origin}/docs#/Events/emitEvent`);
  await phone.locator('#operations-Events-emitEvent pre code').first().waitFor();
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await phone.close();
});

test('the browser complained of nothing and asked nobody else', () => {
  expect(complaints).toEqual([]);
  expect(abroad).toEqual([]);
});
