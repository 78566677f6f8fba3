import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const made = await acme.ask('createTopic', { body: { key: 'letters_read', name: 'News', description: 'Monthly' } });
const get = (key: string) => acme.ask('getTopic', { path: { key } });

refusesAsUsual('getTopic', acme, () => ({ path: { key: 'letters_read' } }));

it('reads a topic', async () => {
  const { status, body } = await get('letters_read');
  expect([status, body.data]).toEqual([200, made.body.data]);
});

it('finds nothing at a key that nobody defined, that is none, or that another platform has', async () => {
  for (const key of ['none', 'News', 'a b']) expect((await get(key)).status, key).toBe(404);
  expect((await (await stranger()).ask('getTopic', { path: { key: 'letters_read' } })).status).toBe(404);
});
