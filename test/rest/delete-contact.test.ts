import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const remove = (contact: string) => acme.ask('deleteContact', { path: { contact } });
await makeContact(acme, 'stays');

refusesAsUsual('deleteContact', acme, () => ({ path: { contact: 'ref:stays' } }));

it('deletes a contact by both address forms, and the person can be made again', async () => {
  const id = await makeContact(acme, 'ada', { tags: ['red'] });
  expect((await remove(id)).status).toBe(204);
  expect((await acme.ask('getContact', { path: { contact: id } })).status).toBe(404);
  const again = await makeContact(acme, 'ada');
  expect(again).not.toBe(id);
  expect((await acme.ask('getContact', { path: { contact: again } })).body.data.tags).toEqual([]);
  expect((await remove('ref:ada')).status).toBe(204);
});

it('finds nothing to delete twice', async () => {
  const id = await makeContact(acme, 'once');
  await remove(id);
  for (const contact of [id, 'ref:once', 'once']) expect((await remove(contact)).status, contact).toBe(404);
});
