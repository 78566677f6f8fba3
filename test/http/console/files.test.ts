/** The built files of the console, under their policies. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsole } from '../../../src/http/console/serve-console.ts';
import { sessionCookie } from '../../../src/http/console/session-cookie.ts';
import { doorOf } from '../../../src/http/door.ts';
import { openExchange } from '../../../src/http/exchange.ts';
import { openConsoleSession, readSessionCredential } from '../../../src/platforms/sessions/open-console-session.ts';
import { type LocalServer, serveLocally } from '../../support/serve-locally.ts';
import { createWorld, type World } from '../../support/world.ts';

const script = 'console.log("the page")'.repeat(50);

let world: World;
let folder: string;
let server: LocalServer;
let prepared = 0;
const prepare = async () => {
  prepared += 1;
};

beforeAll(async () => {
  world = await createWorld();
  folder = await mkdtemp(join(tmpdir(), 'tidings-console-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html': '<head><meta name="style-nonce" content="__STYLE_NONCE__"></head>',
    'pages.json': JSON.stringify([
      ['/messages', ['assets/messages-def.js', 'assets/rows-ghi.js']],
      ['/messages/$message', ['assets/message-jkl.js']],
      ['/people/$workspace/$contact', ['assets/person-mno.js']],
    ]),
    'frame.html': '<script src="/console/frame.js"></script>',
    'measure.html': '<!doctype html>',
    'assets/main-abc.js': script,
    'assets/main-abc.js.br': brotliCompressSync(script),
    stamp: 'not served',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const answer = createConsole(world.app, doorOf(world.app), { folder, prepare });
  server = await serveLocally((request, response) => void answer(request.url ?? '', openExchange(request, response)));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
  await world.close();
});

const get = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);

test.each(['/console', '/console/', '/console/people?state=bounced', '/console/people/a'])(
  '%s is the page, with a nonce of its own and a policy without inline scripts',
  async (path) => {
    const [one, other] = await Promise.all([get(path), get(path)]);
    expect(one.status).toBe(200);
    expect(one.headers.get('cache-control')).toBe('no-store');
    const policy = one.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? [];
    expect(await one.text()).toBe(`<head><meta name="style-nonce" content="${nonce}"></head>`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(other.headers.get('content-security-policy')).not.toBe(policy);
    expect(one.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test.each([
  ['/console/messages', ['messages-def', 'rows-ghi']],
  ['/console/messages?state=bounced', ['messages-def', 'rows-ghi']],
  ['/console/messages/01K0000000', ['message-jkl']],
  ['/console/people/a/b', ['person-mno']],
  ['/console/people/a', []],
  ['/console', []],
  ['/console/', []],
])('%s names the scripts of its page', async (path, scripts) => {
  const text = await (await get(path)).text();
  const named = [...text.matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)">/g)].map(([, url]) => url);
  expect(named).toEqual(scripts.map((name) => `/console/assets/${name}.js`));
  expect(text).toMatch(/<\/head>$/);
});

test('the page is compressed for browsers that can read that', async () => {
  const compressed = await get('/console/messages', { headers: { 'accept-encoding': 'gzip, br' } });
  const plain = await get('/console/messages', { headers: { 'accept-encoding': 'gzip' } });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(plain.headers.get('content-encoding')).toBe(null);
  const lengths = [compressed, plain].map(({ headers }) => Number(headers.get('content-length')));
  expect(lengths[0]).toBeLessThan(lengths[1] ?? 0);
  const texts = await Promise.all([compressed, plain].map((response) => response.text()));
  // All but the nonce.
  const [one, other] = texts.map((text) => text.replace(/content="[\w-]{22}"/, ''));
  expect(one).toBe(other);
});

test('a hashed file is kept for good, compressed for browsers that can read that', async () => {
  const response = await get('/console/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(Number(response.headers.get('content-length'))).toBeLessThan(script.length / 4);
  expect(await response.text()).toBe(script);
  const plain = await get('/console/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('an unknown asset is not found, so that no page is cached in its place', async () => {
  const response = await get('/console/assets/main-old.js');
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each(['/console/../package.json', '/console/%2e%2e/package.json', '/console/stamp', '/console/pages.json'])(
  '%s shows the page and no other file',
  async (path) => {
    const response = await get(path.replace('..', '%2e%2e'));
    expect(await response.text()).toMatch(/^<head><meta name="style-nonce"/);
  },
);

test('the frame of mails runs nothing but its own script, and loads nothing but pictures of the service', async () => {
  const { headers } = await get('/console/frame.html');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split('; ').sort()).toEqual([
    "base-uri 'none'",
    "default-src 'none'",
    'font-src data:',
    "form-action 'none'",
    "frame-ancestors 'self'",
    `img-src data: ${world.app.publicUrl}/pictures/`,
    'sandbox allow-scripts',
    "script-src 'self'",
    "style-src 'unsafe-inline'",
  ]);
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

test('the page that measures mails is of the origin of the console, and runs no script at all', async () => {
  const { headers } = await get('/console/measure.html');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split('; ').sort()).toEqual([
    "base-uri 'none'",
    "default-src 'none'",
    'font-src data:',
    "form-action 'none'",
    "frame-ancestors 'self'",
    `img-src data: ${world.app.publicUrl}/pictures/`,
    'sandbox allow-same-origin',
    "style-src 'unsafe-inline'",
  ]);
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

test('what has not been built says so', async () => {
  const empty = createConsole(world.app, doorOf(world.app), { folder: join(folder, 'assets') });
  const unbuilt = await serveLocally((request, response) => void empty('/console', openExchange(request, response)));
  const response = await fetch(unbuilt.origin);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ message: 'The console has not been built. `npm start` builds it.' });
  await unbuilt.close();
});

test('what first rows need is loaded with the page for a reader whose session is in force, and for nobody else', async () => {
  const { token: key } = await world.tenant({ domain: 'acme.test', eventType: 'order.shipped' });
  const known = await readSessionCredential(world.app, key);
  if (known === null) throw new Error('The key is not known');
  const cookieOf = (token: string) => sessionCookie(world.app, token).split(';')[0] ?? '';
  const { token } = await openConsoleSession(world.app, known);
  const cookie = cookieOf(token);
  await get('/console/messages');
  await get('/console/messages', {
    headers: { cookie: cookieOf(`${token.slice(0, -1)}${token.endsWith('0') ? 1 : 0}`) },
  });
  await get('/console/assets/main-abc.js', { headers: { cookie } });
  await get('/console/messages', { headers: { cookie } });
  await expect.poll(() => prepared).toBe(1);
  await get('/console', { headers: { cookie } });
  await expect.poll(() => prepared).toBe(2);
});
