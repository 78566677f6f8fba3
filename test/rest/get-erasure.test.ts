import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { body: erased } = await acme.ask('erasePerson', { body: { email: 'ada@example.com' } });
const { id, requested_at } = erased.data;
const get = (workspace = acme.workspace) => acme.ask('getErasure', { path: { workspace, id } });

refusesAsUsual('getErasure', acme, () => ({ path: { id } }));

it('says when an erasure has finished', async () => {
  await expect.poll(async () => (await get()).body.data.finished_at, { timeout: 60_000 }).not.toBeNull();
  const { status, body } = await get('ref:shop');
  expect([status, body.data]).toEqual([200, { id, requested_at, finished_at: expect.any(String) }]);
});

it('finds none of another workspace, and none at an address that is none', async () => {
  expect((await get(await acme.newWorkspace('second'))).status).toBe(404);
  for (const none of [acme.workspace, 'one']) {
    expect((await acme.ask('getErasure', { path: { id: none } })).status, none).toBe(404);
  }
});
