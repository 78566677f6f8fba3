/** The inbox and GraphiQL in a browser: Chromium, from Debian. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { createTransport } from 'nodemailer';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphiqlTabs } from '../../src/http/graphql/graphiql-tabs.ts';
import { setLocalKey } from '../../src/http/local-key.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { type Inbox, startInbox } from '../../src/local/inbox.ts';
import { createLog } from '../../src/log.ts';
import { createCaptureTransport } from '../../src/transport/capture.ts';
import { startTestService } from '../support/service.ts';

const host = '127.0.0.1';
/** Where to look at the pages afterwards. */
const pictures = join(tmpdir(), 'tidings-pages');
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let dataDir: string;
let inbox: Inbox;
let browser: Browser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-inbox-'));
  await mkdir(pictures, { recursive: true });
  [inbox, browser] = await Promise.all([
    startInbox({ dataDir, host, port: 0, log: createLog('silent') }),
    chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await inbox?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function deliver(subject: string, html = '<p>Hello</p>'): Promise<void> {
  const content = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: 'Shop <a@demo.test>',
    to: 'ada@example.com',
    subject,
    html,
    text: 'Hello in text',
    attachments: [{ filename: 'invitation.ics', content }],
  });
  const transport = createCaptureTransport({ ...inbox.smtp, clientName: 'test' });
  const envelope = { from: 'b@bounces.demo.test', to: 'somebody-with-a-long-name@a-long-domain-of-a-company.example' };
  const facts = {
    eventType: 'password.reset_requested',
    workspace: 'Bäckerei Müller & Töchter (mueller)',
    locale: 'pt-BR',
  };
  await transport.deliver({ envelope, pieces: [message as Buffer], facts });
  await transport.close();
}

/** Complaints of the browser, and addresses beyond the inbox that it asked for. */
function watch(page: Page, url: string) {
  const complaints: string[] = [];
  const abroad: string[] = [];
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url())) abroad.push(request.url());
  });
  return { complaints, abroad };
}

async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ iframes: false })');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
}

const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');
const dark = { colorScheme: 'dark' } as const;
const light = { colorScheme: 'light' } as const;

test.each([
  ['1280 pixels, light', { width: 1280, height: 900 }, light],
  ['1280 pixels, dark', { width: 1280, height: 900 }, dark],
  ['375 pixels, light', { width: 375, height: 812 }, light],
  ['375 pixels, dark', { width: 375, height: 812 }, dark],
])('the inbox at %s: list and mail, without a fault', { timeout: 60_000 }, async (name, viewport, scheme) => {
  await deliver('A subject that is rather longer than what fits on the narrow screen of a telephone');
  const page = await browser.newPage({ viewport, ...scheme });
  const { complaints, abroad } = watch(page, inbox.url);
  await page.goto(inbox.url);
  await page.getByText('password.reset_requested').first().waitFor();
  await page.screenshot({ path: join(pictures, `inbox, ${name}.png`) });
  expect(await faultsOf(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.locator('#mails a').first().click();
  await page.frameLocator('iframe').getByText('Hello').waitFor();
  await page.screenshot({ path: join(pictures, `inbox mail, ${name}.png`) });
  for (const view of ['HTML', 'Text', 'Headers', 'Source']) {
    await page.getByRole('tab', { name: view }).click();
    expect(await faultsOf(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }
  expect(complaints).toEqual([]);
  expect(abroad).toEqual([]);
  await page.close();
});

test('a new mail appears by itself, the keyboard reads and deletes it', { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  await page.goto(inbox.url);
  await page.locator('#mails').waitFor();
  await deliver('By itself');
  await page.locator('#mails').getByText('By itself').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('by itself');
  await page.getByText(/^1 of \d+ mails$/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'By itself' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Choose a mail to read it.').waitFor();
  await page.keyboard.press('Delete');
  await page.getByText('No mail matches the search.').waitFor();
  await page.close();
});

test('a hostile mail runs nothing and loads nothing before the reader asks', { timeout: 60_000 }, async () => {
  const asked: (string | undefined)[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  });
  await once(elsewhere.listen(0, host), 'listening');
  const url = `http://${host}:${(elsewhere.address() as AddressInfo).port}`;
  await deliver(
    'Hostile <img src=x onerror=parent.hit=1>',
    `<p>Hostile</p><script>top.hit=1</script><meta http-equiv="refresh" content="0;url=${url}/refresh">` +
      `<img src="${url}/image.png" onerror="parent.hit=1"><link rel="stylesheet" href="${url}/style.css">` +
      `<iframe src="${url}/frame"></iframe><style>@import url(${url}/import.css); p{background:url(${url}/back.png)}</style>`,
  );
  const page = await browser.newPage();
  await page.goto(inbox.url);
  await page.locator('#mails').getByText('Hostile').click();
  await page.frameLocator('iframe').getByText('Hostile').waitFor();
  await page.waitForTimeout(1_000);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Load remote images' }).click();
  await expect.poll(() => asked.toSorted()).toEqual(['/back.png', '/image.png']);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await page.close();
  elsewhere.close();
});

test('GraphiQL opens with the key, runs its first tab, and the browser complains of nothing', {
  timeout: 120_000,
}, async () => {
  const tidings = await startTestService();
  try {
    setLocalKey(tidings.service.app, (await ensureDemoPlatform(tidings.service.app, dataDir)).apiKey);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const { complaints, abroad } = watch(page, tidings.service.url ?? '');
    await page.goto(`${tidings.service.url}/graphql`);
    await page.locator('.graphiql-editor .view-lines').first().waitFor();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response').getByText('demo.test').waitFor();
    await page.screenshot({ path: join(pictures, 'GraphiQL.png') });
    expect(await page.locator('.graphiql-tab').count()).toBe((await graphiqlTabs(true)).length);
    // A second visit has the tabs from the browser's storage, and the key from the page again.
    await page.reload();
    await page.locator('.graphiql-editor .view-lines').first().waitFor();
    expect(await page.locator('.graphiql-tab').count()).toBe((await graphiqlTabs(true)).length);
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response').getByText('demo.test').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('td_');
    await page.setViewportSize({ width: 375, height: 812 });
    const editor = await page.locator('.graphiql-editors').boundingBox();
    const response = await page.locator('.graphiql-response').boundingBox();
    for (const part of [editor, response]) expect(part?.width).toBeGreaterThan(250);
    expect(response?.y).toBeGreaterThan((editor?.y ?? 0) + 100);
    await page.screenshot({ path: join(pictures, 'GraphiQL, 375 pixels.png') });
    expect(complaints).toEqual([]);
    expect(abroad).toEqual([]);
  } finally {
    await tidings.stop();
  }
});
