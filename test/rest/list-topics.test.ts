import { expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listTopics', acme, () => ({}));

it('lists the topics of the platform by key, in pages', async () => {
  expect((await acme.ask('listTopics')).body.data).toEqual([]);
  const keys = Array.from({ length: 50 }, (_, at) => `k${(at * 37) % 50}`);
  for (const key of keys) await acme.ask('createTopic', { body: { key, name: key } });
  expect(namesOf(await readPages(acme, 'listTopics'), 'key')).toEqual(keys.toSorted());
  const { body } = await acme.ask('listTopics', { query: { per_page: '2' } });
  expect([body.data.length, body.links.next !== null]).toEqual([2, true]);
  const theirs = await (await stranger()).ask('listTopics');
  expect(theirs.body.data.filter(({ key }: { key: string }) => keys.includes(key))).toEqual([]);
});

it('refuses a cursor that does not decode', async () => {
  const { status, body } = await acme.ask('listTopics', { query: { cursor: 'x' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['cursor']]);
});
