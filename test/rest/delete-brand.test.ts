import { beforeEach, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
beforeEach(async () => {
  await acme.ask('saveBrand', { body: { name: 'Acme' } });
});

refusesAsUsual('deleteBrand', acme, () => ({}));

it('deletes the brand once; the next one counts on', async () => {
  const { body } = await acme.ask('getBrand');
  expect((await acme.ask('deleteBrand')).status).toBe(204);
  expect((await acme.ask('getBrand')).status).toBe(404);
  const again = await acme.ask('deleteBrand');
  expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  // As it was, and yet a save: there was none.
  const saved = await acme.ask('saveBrand', { body: { name: 'Acme' } });
  expect([saved.status, saved.body.data.version]).toEqual([201, body.data.version + 1]);
});

it('leaves the brand of another platform alone', async () => {
  const other = await openPlatform('Other');
  expect((await other.ask('deleteBrand')).status).toBe(404);
  expect((await acme.ask('getBrand')).status).toBe(200);
});
