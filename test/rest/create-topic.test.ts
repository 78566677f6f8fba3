import { expect, it } from 'vitest';
import { topicsMax } from '../../src/topics/create-topic.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const create = (body: object) => acme.ask('createTopic', { body });

refusesAsUsual('createTopic', acme, () => ({ body: { key: 'new', name: 'New' } }));

it('defines a topic with its words in several languages', async () => {
  const translations = [{ locale: 'de', name: 'Rundbrief', description: null }];
  const { status, body } = await create({
    key: 'newsletter',
    name: 'Newsletter',
    description: 'Monthly',
    translations: [{ locale: 'de', name: 'Rundbrief' }],
  });
  expect([status, body.data]).toEqual([
    201,
    {
      key: 'newsletter',
      name: 'Newsletter',
      description: 'Monthly',
      translations,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
});

it('takes a name alone', async () => {
  const { body } = await create({ key: 'offers', name: 'Offers' });
  expect([body.data.description, body.data.translations]).toEqual([null, []]);
});

it('refuses a key that is taken, which another platform may have', async () => {
  await create({ key: 'taken', name: 'Taken' });
  const { status, body } = await create({ key: 'taken', name: 'Other' });
  expect([status, body.code]).toEqual([409, 'topic_taken']);
  const other = await (await openPlatform()).ask('createTopic', { body: { key: 'taken', name: 'Taken' } });
  expect(other.status).toBe(201);
});

it('refuses each field at fault under its path', async () => {
  const { status, body } = await create({
    key: 'News',
    name: '',
    description: 'd'.repeat(501),
    translations: [
      { locale: 'de', name: 'Eins' },
      { locale: 'DE', name: ' ' },
    ],
  });
  expect([status, Object.keys(body.errors).sort()]).toEqual([
    422,
    ['description', 'key', 'name', 'translations.1.locale', 'translations.1.name'],
  ]);
  const twice = [
    { locale: 'de', name: 'Eins' },
    { locale: 'DE', name: 'Zwei' },
  ];
  expect((await create({ key: 'twice', name: 'Twice', translations: twice })).body.errors).toEqual({
    'translations.1.locale': ['is the language of another translation'],
  });
  expect((await create({ key: 'constructor', name: 'Reserved' })).body.errors).toEqual({ key: ['is a reserved name'] });
});

it('refuses one more than a platform may have', async () => {
  const full = await openPlatform();
  for (let n = 0; n < topicsMax; n += 1) {
    expect((await full.ask('createTopic', { body: { key: `t${n}`, name: 'T' } })).status).toBe(201);
  }
  const { status, body } = await full.ask('createTopic', { body: { key: 'more', name: 'T' } });
  expect([status, body.errors]).toEqual([422, { key: ['must not exist yet: a platform has at most 50 topics'] }]);
});
