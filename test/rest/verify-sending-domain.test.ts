import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await acme.ask('saveSendingDomain', { body: { domain: 'mail.acme.example.com' } });

refusesAsUsual('verifySendingDomain', acme, () => ({}));

it('looks the records up at once', async () => {
  const { status, body } = await acme.ask('verifySendingDomain');
  expect([status, body.data.domain]).toEqual([202, 'mail.acme.example.com']);
  const checked = async () => {
    const { body: read } = await acme.ask('getSendingDomain');
    return read.data.records.map((record: { status: string; checked_at: string | null }) => [
      record.status,
      record.checked_at !== null,
    ]);
  };
  await expect.poll(checked).toEqual(Array.from({ length: 4 }, () => ['missing', true]));
  expect((await acme.ask('getSendingDomain')).body.data).toMatchObject({ status: 'pending', sendable: false });
});

it('finds no domain before one is registered', async () => {
  const other = await openPlatform('Other');
  const { status, body } = await other.ask('verifySendingDomain');
  expect([status, body.code]).toEqual([404, 'not_found']);
});
