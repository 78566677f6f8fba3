/**
 * What a web page of somebody else can do to a local run, in the browser of the developer. Requests are sent as browsers
 * send them: with the page's origin, the relation of the sites, and, for a name that the page's owner points to this
 * machine (DNS rebinding), that name as `Host`.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { setLocalKey } from '../../src/http/local-key.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { type Inbox, startInbox } from '../../src/local/inbox.ts';
import { startTestService, type TestService } from '../support/service.ts';

let dataDir: string;
let tidings: TestService;
let inbox: Inbox;
let url: string;
let key: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-foreign-'));
  tidings = await startTestService({ env: { DATA_DIR: dataDir } });
  url = tidings.service.url ?? '';
  key = (await ensureDemoPlatform(tidings.service.app, dataDir)).apiKey;
  setLocalKey(tidings.service.app, key);
  inbox = await startInbox({ dataDir, host: '127.0.0.1', port: 0, log: createLog('silent') });
});
afterAll(async () => {
  await inbox?.stop();
  await tidings?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `fetch` would not send these headers as they are. */
async function send(address: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Answer> {
  const asked = request(address, { method, headers });
  asked.end(body);
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const site = 'https://evil.example';
const script = { origin: site, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const rebound = { host: 'evil.example:8080', 'sec-fetch-site': 'same-origin' };
const reboundScript = { ...rebound, origin: 'http://evil.example:8080' };
const own = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const pages: Record<string, Record<string, string>> = { script, image, frame, link, rebound, reboundScript };

describe('the demo key', () => {
  const places = ['/graphql', '/docs', '/docs/api/emit-event'];

  test.each(places)('is in %s for a visit of the developer', async (path) => {
    const { body, headers } = await send(url + path, { accept: 'text/html', ...own });
    expect(body.includes(key)).toBe(true);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      vary: expect.stringContaining('Host, Origin, Sec-Fetch-Site'),
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test.each(places.flatMap((path) => Object.keys(pages).map((page) => [path, page] as const)))(
    'is not in %s for a foreign %s',
    async (path, page) => {
      const { body, headers } = await send(url + path, { accept: 'text/html', ...pages[page] });
      expect(body.includes(key)).toBe(false);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test.each(Object.keys(pages))('is not lent to a foreign %s by the console', async (page) => {
    const headers = { 'content-type': 'application/json', 'tidings-console': '1', ...pages[page] };
    const { status, headers: answered } = await send(`${url}/console/session`, headers, 'POST', '{"local":true}');
    expect([401, 403]).toContain(status);
    expect(answered['set-cookie']).toBeUndefined();
  });
});

describe('the API, without a key', () => {
  test.each([
    ['/v1/workspaces', 'text/plain', '{}'],
    ['/v1/workspaces', 'application/x-www-form-urlencoded', 'a=b'],
    ['/graphql', 'text/plain', '{"query":"{ platforms { nodes { id } } }"}'],
    ['/graphql', 'application/x-www-form-urlencoded', 'query={platforms{nodes{id}}}'],
    ['/graphql', 'multipart/form-data; boundary=x', '--x--'],
  ])('takes no simple post to %s as %s', async (path, type, body) => {
    const { status, headers } = await send(url + path, { ...script, 'content-type': type }, 'POST', body);
    expect(status).toBe(401);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each(['/v1/workspaces', '/graphql', '/console/session'])('answers no preflight for %s', async (path) => {
    const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const { headers } = await send(url + path, { ...script, ...asks }, 'OPTIONS');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('has no web socket', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'eA==', origin: site };
    expect((await send(`${url}/graphql`, upgrade)).status).not.toBe(101);
  });

  test('unsubscribes nobody by a form without a token of a mail', async () => {
    const headers = { ...link, origin: site, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(`${url}/unsubscribe/guess`, headers, 'POST', 'action=leave')).status).toBe(404);
  });
});

describe('the inbox', () => {
  const paths = ['/', '/email', '/inbox/mails', '/inbox/changes', '/config'];

  test('opens for the developer, and by a link', async () => {
    for (const headers of [own, link]) expect((await send(`${inbox.url}/`, headers)).status).toBe(200);
  });

  test.each(paths.flatMap((path) => Object.keys(pages).map((page) => [path, page] as const)))(
    'answers %s to no foreign %s',
    async (path, page) => {
      if (page === 'link') return;
      expect((await send(inbox.url + path, pages[page] ?? {})).status).toBe(403);
    },
  );

  test.each([
    ['DELETE', '/email/all'],
    ['POST', '/email/x/relay'],
    ['PATCH', '/email/read-all'],
  ])('lets no foreign page %s %s', async (method, path) => {
    for (const headers of [script, reboundScript, { ...link, origin: site }, { ...link, origin: 'null' }]) {
      expect((await send(inbox.url + path, headers, method)).status).toBe(403);
    }
  });

  test('has no web socket, and is not framed', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'eA==', origin: site };
    expect((await send(`${inbox.url}/socket.io/?transport=websocket`, upgrade)).status).not.toBe(101);
    expect((await send(`${inbox.url}/`, own)).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('takes no mail that a page writes into the body of a post to its port of SMTP', async () => {
    const { port, host } = inbox.smtp;
    const socket = connect(port, host);
    socket.on('error', () => undefined);
    const commands = ['HELO x', 'MAIL FROM:<a@evil.example>', 'RCPT TO:<b@example.com>', 'DATA', 'Subject: x', '', '.'];
    socket.write(['POST / HTTP/1.1', `Host: ${host}:${port}`, '', ...commands, 'QUIT', ''].join('\r\n'));
    await text(socket);
    expect(JSON.parse((await send(`${inbox.url}/email`, {})).body)).toEqual([]);
  });
});
