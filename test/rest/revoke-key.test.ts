import { expect, inject, it } from 'vitest';
import { callOperation, openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { body: made } = await acme.ask('createKey', { body: { name: 'Spare' } });
const revoke = (id: string) => acme.ask('revokeKey', { path: { id } });

refusesAsUsual('revokeKey', acme, () => ({ path: { id: made.data.id } }));

it('ends a key, and does nothing more the second time', async () => {
  const { body } = await acme.ask('createKey', { body: { name: 'Lost' } });
  const headers = { authorization: `Bearer ${body.data.secret}` };
  const ask = () => callOperation(inject('restService').url, 'getKey', { headers });
  expect((await ask()).status).toBe(200);
  expect((await revoke(body.data.id)).status).toBe(204);
  expect((await ask()).status).toBe(401);
  expect((await revoke(body.data.id)).status).toBe(204);
  const listed = await acme.ask('listKeys');
  expect(listed.body.data.find(({ id }: { id: string }) => id === body.data.id).revoked_at).not.toBeNull();
});

it('finds no key at an id of something else', async () => {
  expect((await revoke(acme.workspace)).status).toBe(404);
});
