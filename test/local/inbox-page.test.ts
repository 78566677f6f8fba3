/** The inbox's own page on MailDev's mails: what it lists and shows, and what it refuses. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { type Inbox, startInbox } from '../../src/local/inbox.ts';
import { createCaptureTransport } from '../../src/transport/capture.ts';

const host = '127.0.0.1';
let dataDir: string;
let inbox: Inbox;

interface Listed {
  readonly id: string;
  readonly subject: string;
  readonly read: boolean;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-inbox-page-'));
  inbox = await startInbox({ dataDir, host, port: 0, log: createLog('silent') });
  const transport = createCaptureTransport({ ...inbox.smtp, clientName: 'test' });
  await transport.deliver({
    party: 'a workspace',
    envelope: { from: 'b@bounces.demo.test', to: 'ada@example.com' },
    pieces: [Buffer.from('From: Shop <a@demo.test>\r\nTo: ada@example.com\r\nSubject: Shipped\r\n\r\nOn its way\r\n')],
    facts: { eventType: 'order.shipped', workspace: 'Bäckerei (mueller)', locale: 'de' },
  });
  await transport.close();
  await send({
    subject: '<img src=x onerror=alert(1)>',
    html: '<html><head><title>x</title></head><body><script>alert(1)</script><img src="https://tracker.example/x.png"></body></html>',
    text: 'The words of the text',
    attachments: [{ filename: 'Rechnung Nº 1.html', content: '<script>alert(2)</script>', contentType: 'text/html' }],
  });
});
afterAll(async () => {
  await inbox?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(mail: object): Promise<void> {
  const transport = createTransport({ ...inbox.smtp, ignoreTLS: true });
  await transport.sendMail({ from: 'a@demo.test', to: 'grace@example.com', ...mail });
  transport.close();
}

const list = async (query = '') => (await fetch(`${inbox.url}/inbox/mails?${query}`)).json();
const subjects = async (query: string) => (await list(query)).mails.map(({ subject }: Listed) => subject);
async function idOf(subject: string): Promise<string> {
  const { mails } = await list();
  return mails.find((mail: Listed) => mail.subject.includes(subject)).id;
}

/** With any header, which `fetch` does not allow. */
async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${inbox.url}${path}`, { method, headers }, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('the list has event type, workspace and language of a mail, newest first', async () => {
  expect(await list()).toMatchObject({
    total: 2,
    found: 2,
    mails: [
      { subject: '<img src=x onerror=alert(1)>', eventType: null, workspace: null, locale: null, attachments: 1 },
      {
        subject: 'Shipped',
        to: ['ada@example.com'],
        from: 'Shop',
        eventType: 'order.shipped',
        workspace: 'Bäckerei (mueller)',
        locale: 'de',
        attachments: 0,
        read: false,
      },
    ],
  });
});

test.each([
  ['shipped ada', ['Shipped']],
  ['BÄCKEREI', ['Shipped']],
  ['on its way', ['Shipped']],
  ['words of grace', ['<img src=x onerror=alert(1)>']],
  ['nothing of the kind', []],
])('a search for "%s"', async (search, found) => {
  expect(await subjects(new URLSearchParams({ search }).toString())).toEqual(found);
});

test('a list is as long as was asked', async () => {
  expect(await list('limit=1')).toMatchObject({ found: 2, mails: [{ subject: '<img src=x onerror=alert(1)>' }] });
});

test('a mail that was opened is read', async () => {
  const id = await idOf('Shipped');
  const mail = await (await fetch(`${inbox.url}/inbox/mails/${id}`)).json();
  expect(mail).toMatchObject({ text: 'On its way\n', hasHtml: false, attachments: [] });
  expect(mail.headers).toContainEqual({ name: 'Tidings-Workspace', value: 'Bäckerei (mueller)' });
  expect((await list()).mails.find((one: Listed) => one.id === id).read).toBe(true);
});

test('the HTML of a mail runs no script and loads nothing until it is asked to', async () => {
  const id = await idOf('onerror');
  const shown = await fetch(`${inbox.url}/inbox/mails/${id}/html`);
  const policy = shown.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('img-src data:;');
  expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
  expect(await shown.text()).toContain('<head><base target="_blank"><title>');
  const images = await fetch(`${inbox.url}/inbox/mails/${id}/html?images`);
  expect(images.headers.get('content-security-policy')).toContain('img-src data: http: https:;');
});

test('an attachment is a download, whatever it says that it is', async () => {
  const file = await fetch(`${inbox.url}/inbox/mails/${await idOf('onerror')}/attachments/0`);
  expect(file.headers.get('content-type')).toBe('application/octet-stream');
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Rechnung%20N%C2%BA%201.html");
  expect(await file.text()).toBe('<script>alert(2)</script>');
});

test.each([
  ['', 'script-src'],
  ['/email', 'sandbox'],
  ['/email/ID/html', 'sandbox'],
  ['/inbox/mails', 'default-src'],
])('every response is strict: %s', async (path, directive) => {
  const { headers } = await fetch(`${inbox.url}${path.replace('ID', await idOf('onerror'))}`);
  expect(headers.get('content-security-policy')).toContain(directive);
  expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*(?:unsafe|\*|http)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  ['another website', { origin: 'https://evil.example' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['a website whose name was pointed to this machine', { host: 'evil.example:8025' }],
])('%s reads and deletes nothing', async (_name, headers) => {
  for (const path of ['/email', '/inbox/mails', '/inbox/changes', '/'])
    expect(await ask(path, headers)).toMatchObject({ status: 403, body: '' });
  expect((await ask('/email', headers)).headers['access-control-allow-origin']).toBeUndefined();
  expect(await ask('/email/all', headers, 'DELETE')).toMatchObject({ status: 403 });
  expect((await list()).total).toBe(2);
});

test.each([
  '/inbox/mails/../../secret',
  '/inbox/mails/01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '/inbox/inbox-process.ts',
  '/socket.io/',
])('%s is not found', async (path) => {
  expect((await ask(path, {})).status).toBe(404);
});

test('an open page is told when a mail comes and when one is deleted', async () => {
  const stream = await fetch(`${inbox.url}/inbox/changes`);
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  const changed = async () => {
    for (let said = ''; !said.includes('data: changed'); ) said += (await reader.read()).value ?? '';
  };
  await send({ subject: 'Late', text: 'x' });
  await changed();
  const id = await idOf('Late');
  await fetch(`${inbox.url}/email/${id}`, { method: 'DELETE' });
  await changed();
  expect(await subjects('')).not.toContain('Late');
  await reader.cancel();
});
