import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await acme.ask('createTopic', { body: { key: 'stays', name: 'Stays' } });
const remove = (key: string) => acme.ask('deleteTopic', { path: { key } });

refusesAsUsual('deleteTopic', acme, () => ({ path: { key: 'stays' } }));

it('deletes a topic', async () => {
  await acme.ask('createTopic', { body: { key: 'goes', name: 'Goes' } });
  expect((await remove('goes')).status).toBe(204);
  expect((await acme.ask('getTopic', { path: { key: 'goes' } })).status).toBe(404);
});

it('refuses while an event type names it', async () => {
  await acme.ask('createTopic', { body: { key: 'used', name: 'Used' } });
  const save = (name: string, topic: string | null) =>
    acme.ask('saveEventType', { path: { name }, body: { fields: [], topic } });
  await save('one', 'used');
  await save('two', 'used');
  expect((await remove('used')).body.code).toBe('topic_in_use');
  await save('one', null);
  expect((await remove('used')).status).toBe(409);
  await acme.ask('deleteEventType', { path: { name: 'two' } });
  expect((await remove('used')).status).toBe(204);
});

it('finds nothing at a key that nobody defined, or that is none', async () => {
  for (const key of ['none', 'News', 'a b']) expect((await remove(key)).status, key).toBe(404);
});
