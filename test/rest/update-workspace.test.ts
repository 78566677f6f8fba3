import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const update = (body: object, workspace = acme.workspace) => acme.ask('updateWorkspace', { path: { workspace }, body });

refusesAsUsual('updateWorkspace', acme, () => ({ body: { name: 'Bakery' } }));

it('changes what is sent and nothing else', async () => {
  const before = await acme.ask('getWorkspace');
  const changed = await update({ timezone: 'Europe/Berlin' });
  expect([changed.status, changed.body.data]).toEqual([200, { ...before.body.data, timezone: 'Europe/Berlin' }]);
  expect((await update({})).body).toEqual(changed.body);
  expect((await update({ name: 'Café', locale: 'fr' }, 'ref:shop')).body.data).toEqual({
    ...changed.body.data,
    name: 'Café',
    locale: 'fr',
  });
});

it('gives a new reference, and frees the old one', async () => {
  const id = await acme.newWorkspace('old-name');
  expect((await update({ reference: 'new-name' }, 'ref:old-name')).body.data).toMatchObject({
    id,
    reference: 'new-name',
  });
  expect((await acme.ask('getWorkspace', { path: { workspace: 'ref:old-name' } })).status).toBe(404);
  expect(await acme.newWorkspace('old-name')).not.toBe(id);
});

it('refuses a reference that a live workspace has', async () => {
  const id = await acme.newWorkspace('taken');
  const { status, body } = await update({ reference: 'taken' });
  expect([status, body.code]).toEqual([409, 'reference_taken']);
  expect((await update({ reference: 'taken' }, id)).status).toBe(200);
});

it('refuses each field at fault under its path', async () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ reference: null }, 'reference'],
    [{ reference: 'a b' }, 'reference'],
    [{ name: null }, 'name'],
    [{ name: 'a@example.com' }, 'name'],
    [{ timezone: 'Mars/One' }, 'timezone'],
    [{ locale: '' }, 'locale'],
    [{ status: 'suspended' }, 'status'],
  ];
  for (const [change, path] of cases) {
    const { status, body } = await update(change);
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change)).toEqual([422, [path]]);
  }
});
