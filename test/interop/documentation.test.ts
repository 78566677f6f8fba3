/**
 * The documentation in a browser: Chromium, from Debian. It fits the screen, works, and loads nothing from elsewhere.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catalogue } from '../../emails/index.ts';
import { slugOf } from '../../src/docs/api-document.ts';
import { guides } from '../../src/docs/site-map.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { webhookTypes } from '../../src/webhooks/webhook-types.ts';
import { operations } from '../rest/harness/contract.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { lookWithAxe } from './programs/axe.ts';
import { type ContextOptions, openContext } from './programs/chromium.ts';
import { shortForm } from './programs/short-form.ts';

/** Folder for pictures of the pages, if set. */
const pictures = process.env.PICTURES;

const desktop = { width: 1280, height: 900 };
const phone = { width: 375, height: 800 };
/** Pixels that the page of an emit may be long at 1280: what a reader scrolls through in half a minute. */
const emitPageHeight = 4_800;

const emitPage = '/docs/api/emit-event';
const paths = [
  '/docs',
  '/docs/api',
  '/docs/errors',
  '/docs/changelog',
  '/docs/webhooks',
  ...Object.keys(guides).map((name) => `/docs/guides/${name}`),
  '/docs/templates',
  ...catalogue.map(({ type }) => `/docs/templates/${type}`),
  ...webhookTypes.map((type) => `/docs/webhooks/${type}`),
  // Written by one template, in the short form one of eight.
  ...operations.filter((_, at) => !shortForm || at % 8 === 0).map(({ id }) => `/docs/api/${slugOf(id)}`),
];

let tidings: TestService;
let origin: string;
let context: BrowserContext | null = null;
let complaints: string[];
let abroad: string[];

beforeAll(async () => {
  tidings = await startTestService();
  const { app, url } = tidings.service;
  origin = url ?? '';
  await ensureDemoPlatform(app, app.config.dataDir);
  if (pictures) await mkdir(pictures, { recursive: true });
});
afterAll(() => tidings?.stop());
beforeEach(() => {
  complaints = [];
  abroad = [];
});
afterEach(async () => {
  await context?.close();
  context = null;
  expect(complaints).toEqual([]);
  expect(abroad).toEqual([]);
});

async function openPage(path: string, options: ContextOptions = {}): Promise<Page> {
  context ??= await openContext({ viewport: desktop, ...options });
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) abroad.push(request.url());
  });
  await page.goto(`${origin}${path}`);
  return page;
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

test('no page scrolls sideways on a phone', async () => {
  const page = await openPage('/docs', { viewport: phone });
  for (const path of paths) {
    await page.goto(`${origin}${path}`);
    // Everything that can be unfolded is part of the page.
    await page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true");
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, phone.width]);
    await picture(page, `phone${path.replaceAll('/', '-')}`);
  }
});

test('the page of an emit is short, and its errors are folded', async () => {
  const page = await openPage(emitPage);
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(emitPageHeight);
  expect(await page.locator('details.errors').getAttribute('open')).toBeNull();
  expect(await page.locator('details.errors li').count()).toBeGreaterThan(8);
});

describe.each(['light', 'dark'] as const)('axe-core finds nothing in %s', (colorScheme) => {
  const looked = [
    '/docs',
    emitPage,
    '/docs/api/upsert-contact',
    '/docs/errors',
    '/docs/webhooks',
    '/docs/webhooks/message.bounced',
    '/docs/guides/how-it-works',
    '/docs/guides/templates',
    '/docs/guides/nextjs',
    '/docs/changelog',
    '/docs/templates',
    '/docs/templates/products',
  ];
  const looks = [
    ...looked.map((path) => [path, desktop] as const),
    [emitPage, phone],
    ['/docs', phone],
    ['/docs/templates', phone],
    ['/docs/templates/columns', phone],
  ] as const;
  // In the short form each page in one colour.
  const parity = colorScheme === 'light' ? 0 : 1;
  test.each(looks.filter((_, at) => !shortForm || at % 2 === parity))('%s, %o', async (path, viewport) => {
    const page = await openPage(path, { colorScheme, viewport, bypassCSP: true });
    await page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true");
    const { passed, faults } = await lookWithAxe(page);
    expect(faults).toEqual([]);
    expect(passed).toBeGreaterThan(20);
    await picture(page, `${viewport.width}-${colorScheme}${path.replaceAll('/', '-')}`);
  });
});

test.each([desktop, phone])(
  'a block is drawn as high as its mail in light, dark and from the right, %o',
  async (viewport) => {
    const page = await openPage('/docs/templates/products', { viewport });
    const frames = page.locator('iframe.drawn');
    expect(await frames.count()).toBe(3);
    for (const [place, scheme] of ['light', 'dark', 'light'].entries()) {
      const frame = frames.nth(place);
      await frame.scrollIntoViewIfNeeded();
      const mail = frame.contentFrame();
      await mail.getByText('Kettle').first().waitFor();
      const { mailHeight, mailWidth, ground } = await mail.locator('body').evaluate((body) => ({
        mailHeight: Math.ceil(body.getBoundingClientRect().height),
        mailWidth: body.scrollWidth,
        ground: getComputedStyle(body).backgroundColor,
      }));
      await expect.poll(async () => (await frame.boundingBox())?.height).toBe(mailHeight);
      expect(mailWidth).toBeLessThanOrEqual(viewport.width);
      expect(ground).toMatch(scheme === 'dark' ? /^rgb\((?:\d{1,2}, ){2}/ : /^rgb\((?:2\d\d, ){2}/);
      expect(
        await mail.locator('img').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      ).toBe(true);
    }
  },
);

test('the catalogue is walked by the keyboard: each block is one stop, and none is inside a picture', async () => {
  const page = await openPage('/docs/templates');
  await page.locator('main a[href="#variables"]').focus();
  for (const { type } of catalogue.slice(0, 5)) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(type);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/docs/templates/${catalogue[4]?.type}`);
});

test('the search is opened, used and left by the keyboard alone', async () => {
  const page = await openPage(emitPage);
  await page.keyboard.press('/');
  await page.keyboard.type('hard bounce');
  await page.waitForSelector('.finder [aria-selected="true"]');
  await page.keyboard.press('Escape');
  await page.locator('.finder').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+k');
  await page.locator('.finder input').fill('rotate');
  await page.locator('.finder [aria-selected="true"]', { hasText: /rotate/i }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/docs/webhooks#rotate-a-secret`);
});

test.each([
  ['message.expired', '/docs/webhooks/message.expired'],
  ['domain_not_sendable', '/docs/errors#domain_not_sendable'],
  ['emit', emitPage],
  ['add tags', '/docs/api/add-contact-tags'],
  ['dmarc', '/docs/guides/sending-domain'],
  ['webhok', '/docs/webhooks'],
  ['handle bounces', '/docs/webhooks/message.bounced'],
])('a search for %s finds %s', async (words, path) => {
  const page = await openPage('/docs');
  await page.click('button.search');
  await page.locator('.finder input').fill(words);
  await page.waitForSelector('.finder li');
  const found = await page
    .locator('.finder li a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(found.slice(0, 5).some((href) => href?.startsWith(path))).toBe(true);
});

test('a request is tried with the local key, which is there already', async () => {
  const page = await openPage(emitPage);
  await page.click('.try summary');
  await page.click('.try button');
  await page.waitForSelector('.answer pre');
  expect(await page.locator('.answer .status').textContent()).toMatch(/^202 Accepted · \d+ ms$/);
  expect(JSON.parse((await page.locator('.answer pre').textContent()) ?? '').data.type).toBe('order.shipped');
});

test('an operation whose path has a parameter called key is tried too', async () => {
  const page = await openPage('/docs/api/update-attribute-definition');
  await page.click('.try summary');
  await page.click('.try button');
  await page.waitForSelector('.answer pre');
  expect(JSON.parse((await page.locator('.answer pre').textContent()) ?? '').data.key).toBe('plan');
});

test('a key that the reader types is kept from page to page, and a wrong one gets its error', async () => {
  const page = await openPage(emitPage);
  await page.click('.try summary');
  await page.fill('.try [name=api-key]', 'td_wrong');
  await page.goto(`${origin}/docs/api/get-workspace`);
  await page.click('.try summary');
  expect(await page.inputValue('.try [name=api-key]')).toBe('td_wrong');
  await page.click('.try button');
  await page.waitForSelector('.answer .bad');
  expect(await page.locator('.answer .status').textContent()).toMatch(/^401 /);
  // The browser itself says so too.
  complaints = complaints.filter((text) => !/status of 401/.test(text));
});

test('code is copied, in the language that was chosen on another page', async () => {
  const page = await openPage('/docs', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.click('.samples label:has-text("Python")');
  await page.goto(`${origin}${emitPage}`);
  const block = page.locator('.samples [data-language="python"]').first();
  await block.hover();
  await block.locator('.copy').click();
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  await expect.poll(copied).toMatch(/^import requests\n/);
  expect(await copied()).not.toMatch(/Copy/);
});

test('light and dark are chosen, and kept', async () => {
  const page = await openPage('/docs', { colorScheme: 'light' });
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.click('button.theme');
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.goto(`${origin}/docs/errors`);
  expect(await ground()).toBe(dark);
});

test('without scripts everything can be read: navigation, code in each language, errors', async () => {
  const page = await openPage(emitPage, { javaScriptEnabled: false, viewport: phone });
  await page.click('button.menu');
  await page.locator('#navigation').waitFor({ state: 'visible' });
  await page.keyboard.press('Escape');
  await page.click('.samples label:has-text("Ruby")');
  await page.locator('.samples [data-language="ruby"]').waitFor({ state: 'visible' });
  await page.locator('.samples [data-language="bash"]').waitFor({ state: 'hidden' });
  await page.click('details.errors summary');
  await page.click('details.errors a:has-text("idempotency_key_reused")');
  await page.waitForURL(`${origin}/docs/errors#idempotency_key_reused`);
  // Elements that need the script are hidden.
  for (const part of ['button.search', 'button.theme', '.try'])
    expect((await page.locator(part).count()) === 0 || (await page.locator(part).first().isHidden())).toBe(true);
});

test('the first key press offers to skip the navigation', async () => {
  const page = await openPage(emitPage);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}${emitPage}#content`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate("document.querySelector('main').contains(document.activeElement)")).toBe(true);
});
