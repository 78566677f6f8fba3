/** The headers of every response for browsers, page by page. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let tidings: TestService;
let url: string;

beforeAll(async () => {
  tidings = await startTestService();
  url = tidings.service.url ?? '';
});
afterAll(() => tidings?.stop());

const paths = [
  '/',
  '/docs',
  '/docs/errors',
  '/docs/webhooks',
  '/docs/openapi.json',
  '/docs/api/emit-event',
  '/docs/guides/first-mail',
  '/docs/assets/docs.js',
  '/docs/assets/docs.css',
  '/graphql',
  '/health',
  '/nowhere',
  '/open/nobody',
  '/unsubscribe/nobody',
  '/v1/key',
];

const directives = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive] as const));

test.each(paths)('%s is strict', async (path) => {
  const response = await fetch(url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  const { headers } = response;
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-frame-options')).toBe('DENY');
  const policy = directives(headers.get('content-security-policy') ?? '');
  expect(policy.get('default-src')).toBe("default-src 'none'");
  expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(policy.get('base-uri')).toBe("base-uri 'none'");
  expect(policy.get('script-src') ?? '').not.toMatch(/unsafe|\*|https?:/);
  const html = await response.text();
  if (!headers.get('content-type')?.startsWith('text/html')) return;
  for (const [, script = ''] of html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)) {
    expect(policy.get('script-src')).toContain(createHash('sha256').update(script).digest('base64'));
  }
  for (const [, style = ''] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) {
    const allowed = policy.get('style-src') ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(allowed.includes(hash) || (path === '/graphql' && allowed.includes("'unsafe-inline'"))).toBe(true);
  }
});

test('so is what is no HTTP request', async () => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).end('NONSENSE\r\n\r\n');
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain("\r\nContent-Security-Policy: default-src 'none';");
  expect(response).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
});
