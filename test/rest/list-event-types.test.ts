import { expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listEventTypes', acme, () => ({}));

it('lists the event types of the platform by name, in pages', async () => {
  expect((await acme.ask('listEventTypes')).body.data).toEqual([]);
  const names = Array.from({ length: 60 }, (_, at) => `type.${(at * 37) % 60}`);
  for (const name of names) await acme.ask('saveEventType', { path: { name }, body: { fields: [] } });
  expect(namesOf(await readPages(acme, 'listEventTypes'), 'name')).toEqual(names.toSorted());
  expect((await (await stranger()).ask('listEventTypes')).body.data).toEqual([]);
});

it('refuses a cursor that does not decode', async () => {
  const { status, body } = await acme.ask('listEventTypes', { query: { cursor: 'x' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['cursor']]);
});
