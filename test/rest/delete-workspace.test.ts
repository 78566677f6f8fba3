import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType } from './harness/samples.ts';
import { refusesAsUsual, shown } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const remove = (workspace: string) => acme.ask('deleteWorkspace', { path: { workspace } });

refusesAsUsual('deleteWorkspace', acme, () => ({}));

it('deletes a workspace: it and all in it answer 404 at once, as what never was', async () => {
  const workspace = await acme.newWorkspace('goes');
  const path = { workspace, contact: 'ref:ada' };
  await acme.ask('upsertContact', { path, body: { email: 'ada@example.com' } });
  expect((await remove(workspace)).status).toBe(204);
  const unknown = await acme.ask('getWorkspace', { path: { workspace: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } });
  expect(shown(await acme.ask('getWorkspace', { path }))).toEqual(shown(unknown));
  expect(shown(await acme.ask('getContact', { path }))).toEqual(shown(unknown));
  expect((await acme.ask('upsertContact', { path, body: { locale: 'de' } })).status).toBe(404);
  expect((await remove(workspace)).status).toBe(404);
  expect((await remove('ref:goes')).status).toBe(404);
  const { body } = await acme.ask('listWorkspaces');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([acme.workspace]);
});

it('takes no emit from then on, not even a replay', async () => {
  await makeEventType(acme, 'order.shipped');
  const workspace = await acme.newWorkspace('emits');
  const body = emitOf('order.shipped', 'one');
  expect((await acme.ask('emitEvent', { path: { workspace }, body })).status).toBe(202);
  await remove('ref:emits');
  expect((await acme.ask('emitEvent', { path: { workspace }, body })).status).toBe(404);
});

it('frees its reference at once, for a workspace that is empty', async () => {
  const old = await acme.newWorkspace('again');
  await acme.ask('upsertContact', { path: { workspace: old, contact: 'ref:ada' }, body: { email: 'ada@example.com' } });
  await remove('ref:again');
  const id = await acme.newWorkspace('again');
  expect(id).not.toBe(old);
  expect((await acme.ask('listContacts', { path: { workspace: 'ref:again' } })).body.data).toEqual([]);
});

it('leaves other workspaces as they are', async () => {
  const contact = await makeContact(acme, 'stays');
  const other = await acme.newWorkspace('other');
  await remove(other);
  expect((await acme.ask('getContact', { path: { contact } })).status).toBe(200);
});
