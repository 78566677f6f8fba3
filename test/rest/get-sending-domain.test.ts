import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('getSendingDomain', acme, () => ({}));

it('finds no domain before one is registered, then that one with its records', async () => {
  const none = await acme.ask('getSendingDomain');
  expect([none.status, none.body.code]).toEqual([404, 'not_found']);
  const saved = await acme.ask('saveSendingDomain', { body: { domain: 'mail.acme.test' } });
  const { status, body } = await acme.ask('getSendingDomain');
  expect([status, body]).toEqual([200, saved.body]);
});

it('belongs to its platform', async () => {
  const other = await openPlatform('Other');
  expect((await other.ask('getSendingDomain')).status).toBe(404);
});
