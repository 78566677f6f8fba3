/** The inbox and GraphiQL in a browser: Chromium, from Debian. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { graphiqlTabs } from '../../src/http/graphql/graphiql-tabs.ts';
import { setLocalKey } from '../../src/http/local-key.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { type Inbox, startInbox } from '../../src/local/inbox.ts';
import { createCaptureTransport } from '../../src/transport/capture.ts';
import { startTestService } from '../support/service.ts';
import { lookWithAxe } from './programs/axe.ts';
import { contextOfTest } from './programs/chromium.ts';
import { becomesWhole } from './programs/page-waits.ts';

const host = '127.0.0.1';
/** Folder for pictures of the pages, if set. */
const pictures = process.env.PICTURES;
let dataDir: string;
let inbox: Inbox;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-inbox-'));
  if (pictures) await mkdir(pictures, { recursive: true });
  inbox = await startInbox({ dataDir, host, port: 0, log: createLog('silent') });
});
afterAll(async () => {
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
  await transport.deliver({ party: 'a workspace', envelope, pieces: [message as Buffer], facts });
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

async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');
const dark = { colorScheme: 'dark' } as const;
const light = { colorScheme: 'light' } as const;

test.each([
  ['1280 pixels, light', { width: 1280, height: 900 }, light],
  ['1280 pixels, dark', { width: 1280, height: 900 }, dark],
  ['375 pixels, light', { width: 375, height: 812 }, light],
  ['375 pixels, dark', { width: 375, height: 812 }, dark],
])('the inbox at %s: list and mail, without a fault', async (name, viewport, scheme) => {
  await deliver('A subject that is rather longer than what fits on the narrow screen of a telephone');
  const page = await (await contextOfTest({ viewport, ...scheme })).newPage();
  const { complaints, abroad } = watch(page, inbox.url);
  await page.goto(inbox.url);
  await page.getByText('password.reset_requested').first().waitFor();
  await picture(page, `inbox, ${name}`);
  expect((await lookWithAxe(page)).faults).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.locator('#mails a').first().click();
  await page.frameLocator('iframe').getByText('Hello').waitFor();
  await picture(page, `inbox mail, ${name}`);
  for (const view of ['HTML', 'Text', 'Headers', 'Source']) {
    await page.getByRole('tab', { name: view }).click();
    await page.getByText('Loading …').waitFor({ state: 'detached' });
    expect((await lookWithAxe(page)).faults).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }
  expect(complaints).toEqual([]);
  expect(abroad).toEqual([]);
});

test('a new mail appears by itself, the keyboard reads and deletes it', async () => {
  const page = await (await contextOfTest()).newPage();
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
});

test('a hostile mail runs nothing and loads nothing before the reader asks', async () => {
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
  const page = await (await contextOfTest()).newPage();
  await page.goto(inbox.url);
  await page.locator('#mails').getByText('Hostile').click();
  await page.frameLocator('iframe').getByText('Hostile').waitFor();
  await becomesWhole(page, page.frameLocator('iframe'));
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Load remote images' }).click();
  await expect.poll(() => asked.toSorted()).toEqual(['/back.png', '/image.png']);
  await becomesWhole(page, page.frameLocator('iframe'));
  expect(asked).toHaveLength(2);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  elsewhere.close();
});

test('GraphiQL opens with the key, runs its first tab, and the browser complains of nothing', async () => {
  const tidings = await startTestService();
  try {
    setLocalKey(tidings.service.app, (await ensureDemoPlatform(tidings.service.app, dataDir)).apiKey);
    const page = await (await contextOfTest({ viewport: { width: 1280, height: 900 } })).newPage();
    const { complaints, abroad } = watch(page, tidings.service.url ?? '');
    await page.goto(`${tidings.service.url}/graphql`);
    await page.locator('.graphiql-editor .view-lines').first().waitFor();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response').getByText('demo.test').waitFor();
    await picture(page, 'GraphiQL');
    const tabs = (await graphiqlTabs(true)).length;
    await expect.poll(() => page.locator('.graphiql-tab').count()).toBe(tabs);
    // A second visit has the tabs from the browser's storage, and the key from the page again.
    await page.reload();
    await page.locator('.graphiql-editor .view-lines').first().waitFor();
    await expect.poll(() => page.locator('.graphiql-tab').count()).toBe(tabs);
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response').getByText('demo.test').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('td_');
    await page.setViewportSize({ width: 375, height: 812 });
    const box = async (part: string) => (await page.locator(`.graphiql-${part}`).boundingBox()) ?? { width: 0, y: 0 };
    await expect.poll(async () => (await box('response')).y - (await box('editors')).y).toBeGreaterThan(100);
    for (const part of ['editors', 'response']) expect((await box(part)).width).toBeGreaterThan(250);
    await picture(page, 'GraphiQL, 375 pixels');
    expect(complaints).toEqual([]);
    expect(abroad).toEqual([]);
  } finally {
    await tidings.stop();
  }
});
