import { beforeAll, expect, it } from 'vitest';
import { querySql } from './harness/database.ts';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();

beforeAll(async () => {
  const at = '2026-03-01T10:00:00Z';
  await makeContact(acme, 'ada', { email: 'Ada_1@example.com', tags: ['VIP'] });
  await makeContact(acme, 'bob', { email: 'bob%@example.com', marketing: { state: 'subscribed', at } });
  await makeContact(acme, 'cyd', { marketing: { state: 'unsubscribed', at } });
});

refusesAsUsual('listContacts', acme, () => ({}));

async function found(query: Record<string, string> = {}) {
  return namesOf(await readPages(acme, 'listContacts', { query }), 'reference');
}

it('lists the contacts, newest first', async () => {
  expect(await found()).toEqual(['cyd', 'bob', 'ada']);
});

it('finds part of an address, without regard to case and with no meaning of its own', async () => {
  expect(await found({ search: 'ADA' })).toEqual(['ada']);
  expect(await found({ search: '@example' })).toEqual(['cyd', 'bob', 'ada']);
  expect(await found({ search: '%' })).toEqual(['bob']);
  expect(await found({ search: '_' })).toEqual(['ada']);
  expect(await found({ search: 'nobody' })).toEqual([]);
  expect(await found({ search: '' })).toEqual(['cyd', 'bob', 'ada']);
});

it('filters by marketing state and by tag', async () => {
  expect(await found({ status: 'subscribed' })).toEqual(['bob']);
  expect(await found({ status: 'unsubscribed' })).toEqual(['cyd']);
  expect(await found({ status: 'pending' })).toEqual(['ada']);
  expect(await found({ status: 'cleaned' })).toEqual([]);
  const { body } = await acme.ask('getContact', { path: { contact: 'ref:ada' } });
  expect(await found({ tag: body.data.tags[0].key })).toEqual(['ada']);
  expect(await found({ tag: 'nothing' })).toEqual([]);
});

it('keeps its filters from page to page', async () => {
  const crowd = Array.from({ length: 60 }, (_, at) => ({
    reference: `crowd-${at}`,
    email: `crowd-${at}@example.com`,
    tags: ['crowd'],
  }));
  await acme.ask('upsertContacts', { body: { contacts: crowd } });
  const pages = await readPages(acme, 'listContacts', { query: { search: 'crowd', status: 'pending', tag: 'crowd' } });
  expect(namesOf(pages, 'reference')).toEqual(crowd.map(({ reference }) => reference).reverse());
});

it('ends a page early rather than search a large workspace for seconds, and still leads to every contact', async () => {
  const large = await openPlatform('Large');
  const scope = [large.id, large.workspace];
  const hash = "sha256(convert_to(n::text, 'UTF8'))";
  await querySql(
    `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, created_at, updated_at)
     SELECT $1, $2, lpad(n::text, 26, '0'), 'r' || n, n || '@example.com', ${hash}, now(), now()
     FROM generate_series(1, 1500) n`,
    scope,
  );
  // The oldest sixty are suppressed, and many addresses that no contact has.
  await querySql(
    `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
     SELECT $1, lpad(n::text, 26, '0'), $2, NULL, ${hash}, 'hard_bounce', 'all', now()
     FROM generate_series(1, 3000) n WHERE n <= 60 OR n > 1500`,
    scope,
  );
  const ask = async (cursor: string | null) => {
    const query = { status: 'cleaned', ...(cursor === null ? {} : { cursor }) };
    const { status, body } = await large.ask('listContacts', { query });
    expect(status).toBe(200);
    return body;
  };
  const pages = await readPages(large, 'listContacts', { query: { status: 'cleaned' } });
  expect(namesOf(pages, 'reference')).toEqual(Array.from({ length: 60 }, (_, at) => `r${60 - at}`));
  expect(pages.map(({ data }) => data.length)).toEqual([0, 50, 10]);

  const empty = await ask(null);
  const filled = await ask(empty.meta.next_cursor);
  expect(filled.data[0].reference).toBe('r60');
  const back = await ask(filled.meta.prev_cursor);
  expect(back.data).toEqual([]);
  const { cursor = '' } = Object.fromEntries(new URL(back.links.next).searchParams);
  const again = await readPages(large, 'listContacts', { query: { status: 'cleaned', cursor } });
  expect(namesOf(again, 'reference')).toEqual(namesOf(pages, 'reference'));
  const start = await ask(back.meta.prev_cursor);
  expect([start.data, start.meta.prev_cursor]).toEqual([[], null]);
});

it('refuses a filter that cannot exist', async () => {
  const { status, body } = await acme.ask('listContacts', {
    query: { status: 'foo', tag: 'x'.repeat(65), search: 'x'.repeat(256), cursor: 'x', page: '2' },
  });
  expect([status, body.errors]).toEqual([
    422,
    {
      status: ['must be one of pending, subscribed, unsubscribed, cleaned'],
      tag: ['must have at most 64 characters'],
      search: ['must have at most 255 characters'],
      cursor: ['is not a cursor of this list'],
      page: [
        'is not a known parameter; this operation takes search, status, tag, created_after, created_before, per_page, cursor',
      ],
    },
  ]);
});
