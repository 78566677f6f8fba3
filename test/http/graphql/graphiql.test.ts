/**
 * GraphiQL and the SDL: who is given the local key, whether the tabs that GraphiQL opens with run, and what the queries
 * of schema/examples find.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const tabs = (await graphiqlTabs(true)).map(
  (tab) => [/(?:query|mutation|subscription) (\w+)/.exec(tab.query)?.[1], tab] as const,
);
/** Sends a document that must succeed within the limits of a request; returns its data. */
async function run(query: string, variables: object) {
  const response = await fetch(`${tidings.service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const body = await response.json();
  expect(body.errors).toBeUndefined();
  expect(response.status).toBe(200);
  return body.data;
}

const isLive = ([, { query }]: (typeof tabs)[number]) => query.includes('\nsubscription ');

test.each(tabs.filter(isLive))('the tab %s sends events', async (_name, { query, variables = '{}' }) => {
  const events = await subscribeTo(tidings.service.url ?? '', key, query, JSON.parse(variables));
  expect(await events.next()).toMatchObject({ data: { workspaceMessages: { changes: [] } } });
  events.cut();
});

test.each(tabs.filter((tab) => !isLive(tab)))(
  'the tab %s runs on the demo platform',
  async (_name, { query, variables = '{}' }) => {
    await run(query, JSON.parse(variables));
    // Lines wider than the editor at 1280 pixels cannot be read.
    for (const comment of query.match(/^#.*$/gm) ?? []) expect(comment.length).toBeLessThanOrEqual(50);
  },
);

describe('the queries that a console begins with', () => {
  const folder = new URL('../../../schema/examples/', import.meta.url);
  const found = (rows: readonly object[]) => expect.arrayContaining([...rows]);
  const some = (row: object) => expect.objectContaining(row);
  /** By operation: what is found once there was an emit to alan@example.com, whose address is blocked. */
  const findings: Readonly<Record<string, object>> = {
    WhyNotArrived: {
      addressExplain: { cause: 'suppressed_by_mailbox_faults' },
      messages: {
        nodes: [
          {
            state: 'suppressed',
            suppression: { reason: 'soft_bounces' },
            timeline: [{ __typename: 'TimelineAccepted' }, { __typename: 'TimelineSuppressed' }],
          },
        ],
        totalCount: 1,
      },
    },
    NewestMessages: {
      messages: { nodes: found([some({ recipient: 'alan@example.com', contact: some({ reference: 'alan' }) })]) },
    },
    PersonAcrossWorkspaces: {
      person: {
        contacts: { nodes: [{ reference: 'alan', workspace: { name: 'Demo shop' } }] },
        suppressions: { nodes: [{ reason: 'soft_bounces' }] },
        erasedAddresses: { nodes: [] },
        messages: { nodes: [{ state: 'suppressed' }] },
      },
    },
    WorkspacesByHealth: {
      workspaces: { nodes: found([some({ reference: 'demo', health: some({ state: 'ramping' }) })]), totalCount: 2 },
    },
    FiguresByDay: { figures: { total: { suppressed: 1 }, groups: [{ figures: { suppressed: 1 } }], complete: true } },
  };

  beforeAll(async () => {
    const emit = 'mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:demo", input: $input) { replayed } }';
    const payload = { customer_name: 'Alan', order_number: '1', tracking_url: 'https://example.com/1' };
    const recipient = { email: 'alan@example.com' };
    await run(emit, { input: { type: 'order.shipped', idempotencyKey: 'blocked', recipient, payload } });
  });

  test.each(Object.entries(findings))('%s finds what the platform has', async (name, finding) => {
    const [, { query, variables = '{}' }] = tabs.find(([tab]) => tab === name) ?? ['', { query: '' }];
    await expect.poll(() => run(query, JSON.parse(variables))).toMatchObject(finding);
  });

  test('lie in schema/examples, each with a comment that says what it answers, and stand in the README', async () => {
    const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
    expect(files.filter((file) => !readme.includes(`(schema/examples/${file})`))).toEqual([]);
    expect(texts.map((document) => /query (\w+)/.exec(document)?.[1]).sort()).toEqual(Object.keys(findings).sort());
    for (const document of texts) {
      expect(document).toMatch(/^# /);
      expect(tabs.map(([, { query }]) => query)).toContain(document);
    }
  });
});

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
