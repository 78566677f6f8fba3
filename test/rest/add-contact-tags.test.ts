import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeContact(acme, 'ada', { tags: ['red'] });
const add = (tags: unknown, contact = 'ref:ada') => acme.ask('addContactTags', { path: { contact }, body: { tags } });
const names = (tags: readonly { readonly name: string }[]) => tags.map(({ name }) => name);

refusesAsUsual('addContactTags', acme, () => ({ path: { contact: 'ref:ada' }, body: { tags: ['red'] } }));

it('adds tags to those that are there', async () => {
  const { status, body } = await add(['blue', 'red']);
  expect([status, names(body.data.tags)]).toEqual([200, ['blue', 'red']]);
  const other = await makeContact(acme, 'bob', { tags: ['blue'] });
  const { body: bob } = await acme.ask('getContact', { path: { contact: other } });
  expect(bob.data.tags).toEqual([body.data.tags[0]]);
});

it('refuses a list that is empty, too long or not of names', async () => {
  const many = Array.from({ length: 51 }, (_, at) => `t${at}`);
  expect((await add([])).body.errors).toEqual({ tags: ['must have at least 1 item'] });
  expect((await add(many)).body.errors).toEqual({ tags: ['must have at most 50 items'] });
  expect((await add(['a', 7, ''])).body.errors).toEqual({
    'tags.1': ['must be a string'],
    'tags.2': ['must not be empty'],
  });
  expect((await add(undefined)).body.errors).toEqual({ tags: ['is required'] });
});

it('takes 50 at a time, up to 200 of one contact', async () => {
  await makeContact(acme, 'many');
  const fifty = (from: number) => Array.from({ length: 50 }, (_, at) => `t${from + at}`);
  for (const from of [0, 50, 100, 150]) expect((await add(fifty(from), 'ref:many')).status).toBe(200);
  expect((await add(['one more', 't0'], 'ref:many')).body.errors).toEqual({
    tags: ['must leave the contact with at most 200 tags'],
  });
  expect((await add(['T0'], 'ref:many')).body.data.tags).toHaveLength(200);
});

it('finds no contact that is not there', async () => {
  expect((await add(['red'], 'ref:nobody')).status).toBe(404);
});
