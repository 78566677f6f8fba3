import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { body: made } = await acme.ask('createKey', { body: { name: 'Spare' } });
const { id } = made.data;
const update = (body: object) => acme.ask('updateKey', { path: { id }, body });

refusesAsUsual('updateKey', acme, () => ({ path: { id }, body: { name: 'Spare' } }));

it('changes only what is sent', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const { status, body } = await update({ expires_at });
  expect([status, body.data]).toMatchObject([200, { id, name: 'Spare', expires_at }]);
  expect((await update({ name: 'Renamed' })).body.data).toMatchObject({ name: 'Renamed', expires_at });
  expect((await update({ expires_at: null })).body.data).toMatchObject({ name: 'Renamed', expires_at: null });
  expect((await update({})).body.data).toMatchObject({ name: 'Renamed', expires_at: null });
});

it('refuses what cannot be', async () => {
  const { status, body } = await update({ name: '', expires_at: 'soon' });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['expires_at', 'name']]);
  expect(Object.keys((await update({ expires_at: '2020-01-01T00:00:00Z' })).body.errors)).toEqual(['expires_at']);
  for (const name of ['', ' ']) {
    const both = await update({ name, expires_at: '2020-01-01T00:00:00Z' });
    expect(Object.keys(both.body.errors).toSorted()).toEqual(['expires_at', 'name']);
  }
  expect((await acme.ask('updateKey', { path: { id: acme.workspace }, body: { name: 'x' } })).status).toBe(404);
});
