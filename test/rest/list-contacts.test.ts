import { beforeAll, expect, it } from 'vitest';
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
      page: ['is not a known parameter; this operation takes search, status, tag, cursor'],
    },
  ]);
});
