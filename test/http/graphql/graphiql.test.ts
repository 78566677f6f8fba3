/** GraphiQL and the SDL: who is given the local key, and whether the tabs that GraphiQL opens with run. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphiqlTabs } from '../../../src/http/graphql/graphiql-tabs.ts';
import { setLocalKey } from '../../../src/http/local-key.ts';
import { ensureDemoPlatform } from '../../../src/local/demo-platform.ts';
import { subscribeTo } from '../../support/event-stream.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let tidings: TestService;
let dataDir: string;
let key: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-graphiql-'));
  tidings = await startTestService();
  key = (await ensureDemoPlatform(tidings.service.app, dataDir)).apiKey;
  setLocalKey(tidings.service.app, key);
});
afterAll(async () => {
  await tidings?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function graphiql(url: string, headers: Record<string, string> = {}) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    get(`${url}/graphql`, { headers: { accept: 'text/html', ...headers } }, resolve).on('error', reject);
  });
  return { headers: response.headers, html: await text(response) };
}

test('the page has the local key for a browser on this machine, and is not cached', async () => {
  const { html, headers } = await graphiql(tidings.service.url ?? '');
  expect(html.includes(key)).toBe(true);
  expect(html.includes('Tidings GraphiQL')).toBe(true);
  expect(headers['cache-control']).toBe('no-store');
});

test.each([
  ['a website whose name was pointed to this machine', { host: 'evil.example:8080' }],
  ['a name that only begins like this machine', { host: 'localhost.evil.example' }],
  ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ['a tunnel', { forwarded: 'for=203.0.113.7' }],
])('%s gets the page without the key', async (_name, headers) => {
  const { html } = await graphiql(tidings.service.url ?? '', headers);
  expect(html.includes('Tidings GraphiQL')).toBe(true);
  expect(html.includes(key)).toBe(false);
});

test('a service that listens on all interfaces gives the key to nobody', async () => {
  const open = await startTestService({ env: { HOST: '0.0.0.0' }, databaseUrl: tidings.databaseUrl });
  try {
    setLocalKey(open.service.app, key);
    const { port } = new URL(open.service.url ?? '');
    expect((await graphiql(`http://127.0.0.1:${port}`)).html.includes(key)).toBe(false);
  } finally {
    await open.stop();
  }
});

const tabs = graphiqlTabs(true).map(
  (tab) => [/(?:query|mutation|subscription) (\w+)/.exec(tab.query)?.[1], tab] as const,
);
const isLive = ([, { query }]: (typeof tabs)[number]) => query.includes('\nsubscription ');

test.each(tabs.filter(isLive))('the tab %s sends events', async (_name, { query, variables = '{}' }) => {
  const events = await subscribeTo(tidings.service.url ?? '', key, query, JSON.parse(variables));
  expect(await events.next()).toMatchObject({ data: { workspaceMessages: { changes: [] } } });
  events.cut();
});

test.each(tabs.filter((tab) => !isLive(tab)))(
  'the tab %s runs on the demo platform',
  async (_name, { query, variables = '{}' }) => {
    const response = await fetch(`${tidings.service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: JSON.parse(variables) }),
    });
    const body = await response.json();
    expect(body.errors).toBeUndefined();
    expect(response.status).toBe(200);
    // Lines wider than the editor at 1280 pixels cannot be read.
    for (const comment of query.match(/^#.*$/gm) ?? []) expect(comment.length).toBeLessThanOrEqual(50);
  },
);

test('the SDL is text for a key, 401 without one', async () => {
  const url = `${tidings.service.url}/graphql/schema`;
  const shown = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(shown.headers.get('ratelimit-limit')).toBe('6000');
  expect(await shown.text()).toBe(await readFile(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));
  const refused = await fetch(url);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  expect(await refused.json()).toMatchObject({ code: 'unauthenticated' });
  const posted = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  expect(posted.status).toBe(405);
  expect(posted.headers.get('allow')).toBe('GET, HEAD');
});
