import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const translations = [{ locale: 'de', name: 'Rundbrief', description: null }];
await acme.ask('createTopic', { body: { key: 'news', name: 'News', description: 'Monthly', translations } });
const update = (key: string, body: object) => acme.ask('updateTopic', { path: { key }, body });

refusesAsUsual('updateTopic', acme, () => ({ path: { key: 'news' }, body: { name: 'News' } }));

it('changes what is sent and keeps the rest', async () => {
  const { status, body } = await update('news', { name: 'Letter' });
  expect([status, body.data]).toMatchObject([200, { name: 'Letter', description: 'Monthly', translations }]);
  const cleared = await update('news', { description: null, translations: null });
  expect(cleared.body.data).toMatchObject({ name: 'Letter', description: null, translations: [] });
  const again = await update('news', { description: 'Weekly', translations });
  expect(again.body.data).toMatchObject({ name: 'Letter', description: 'Weekly', translations });
  expect((await update('news', {})).body.data).toMatchObject({ name: 'Letter', description: 'Weekly', translations });
});

it('refuses another key and names that are none', async () => {
  const { status, body } = await update('news', { key: 'other' });
  expect([status, body.errors]).toEqual([422, { key: ['is not a known field'] }]);
  expect((await update('news', { name: null })).body.errors).toHaveProperty('name');
  expect((await update('news', { name: ' ' })).body.errors).toHaveProperty('name');
});

it('finds nothing at a key that nobody defined, or that is none', async () => {
  for (const key of ['none', 'News', 'a b']) expect((await update(key, { name: 'x' })).status, key).toBe(404);
});
