/** The search of the documentation: the words that readers type, misspelt or in another form, find the page. */
import MiniSearch from 'minisearch';
import { beforeAll, expect, test } from 'vitest';
import type { SearchEntry } from '../../src/docs/search-index.ts';
import { findPage, readPage } from './public-docs.ts';

let find: (typed: string) => readonly SearchEntry[];
beforeAll(async () => {
  const script = new URL('../../src/docs/assets/search.js', import.meta.url);
  const { createSearch } = await import(script.href);
  find = createSearch(MiniSearch, JSON.parse(await readPage('/docs/search.json')));
});

test.each([
  ['webhok', '/webhooks'],
  ['express', '/guides/express'],
  ['python', '/guides/django'],
  ['handle bounces', '/webhooks/message.bounced'],
  ['test mode', '/guides/first-mail#test-without-sending'],
  ['rotate', '/webhooks#rotate-a-secret'],
  ['domain_not_sendable', '/errors#domain_not_sendable'],
  ['message.expired', '/webhooks/message.expired'],
  ['dmarc', '/guides/sending-domain'],
  ['Next js', '/guides/nextjs'],
  ['UNSUBSCRIBE', '/guides/consent'],
])('%s finds %s first', (typed, path) => {
  expect(find(typed)[0]?.path).toBe(path);
});

test.each([
  ['idempotncy', '/errors#idempotency_key_reused'],
  ['emit', '/api/emit-event'],
  ['raw body', '/guides/express#receive-webhooks'],
  ['changelog', '/changelog'],
])('%s finds %s among the first five', (typed, path) => {
  expect(
    find(typed)
      .slice(0, 5)
      .map((entry) => entry.path),
  ).toContain(path);
});

test('what is not there finds nothing, and neither does nothing', () => {
  expect([find(''), find('  '), find('zqzqzq')]).toEqual([[], [], []]);
});

test('no more than a hundred signs and eight words are read, and no more than twelve entries shown', () => {
  expect(find(`${'q'.repeat(100)} express`)).toEqual([]);
  expect(find(`${'zqzq '.repeat(8)}express`)).toEqual([]);
  expect(find(`${'zqzq '.repeat(7)}express`)[0]?.path).toBe('/guides/express');
  expect(find('webhook')).toHaveLength(12);
});

test('its two scripts are served, as modules', async () => {
  for (const name of ['search.js', 'minisearch.js']) {
    const page = await findPage(`/docs/assets/${name}`);
    expect([page?.status, page?.type]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(String(page?.body)).toMatch(/^export /m);
  }
});
