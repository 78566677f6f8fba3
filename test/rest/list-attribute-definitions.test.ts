import { expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listAttributeDefinitions', acme, () => ({}));

it('lists the definitions of the platform by key, in pages', async () => {
  expect((await acme.ask('listAttributeDefinitions')).body.data).toEqual([]);
  const keys = Array.from({ length: 60 }, (_, at) => `k${(at * 37) % 60}`);
  for (const key of keys) {
    await acme.ask('createAttributeDefinition', { body: { key, name: key, type: 'string' } });
  }
  expect(namesOf(await readPages(acme, 'listAttributeDefinitions'), 'key')).toEqual(keys.toSorted());
  expect((await (await stranger()).ask('listAttributeDefinitions')).body.data).toEqual([]);
});

it('refuses a cursor that does not decode', async () => {
  const { status, body } = await acme.ask('listAttributeDefinitions', { query: { cursor: 'x' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['cursor']]);
});
