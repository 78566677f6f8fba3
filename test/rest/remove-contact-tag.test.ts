import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeContact(acme, 'ada', { tags: ['Blue', 'red'] });
const remove = (key: string, contact = 'ref:ada') => acme.ask('removeContactTag', { path: { contact, key } });
const tagsOf = async (contact: string) => (await acme.ask('getContact', { path: { contact } })).body.data.tags;

refusesAsUsual('removeContactTag', acme, () => ({ path: { contact: 'ref:ada', key: 'none' } }));

it('takes a tag away, by its key, as often as it is asked', async () => {
  const [{ key }] = await tagsOf('ref:ada');
  expect((await remove(key)).status).toBe(204);
  expect((await remove(key)).status).toBe(204);
  expect((await tagsOf('ref:ada')).map(({ name }: { name: string }) => name)).toEqual(['red']);
  expect((await remove('no such key')).status).toBe(204);
});

it('leaves the tag to others', async () => {
  await makeContact(acme, 'bob', { tags: ['red'] });
  const [{ key }] = await tagsOf('ref:bob');
  await remove(key);
  expect(await tagsOf('ref:bob')).toHaveLength(1);
});

it('finds no contact that is not there', async () => {
  expect((await remove('red', 'ref:nobody')).status).toBe(404);
});
