import { expect, it } from 'vitest';
import { makeCancelled, makeScheduled } from './harness/messages.ts';
import { openPlatform } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { workspace } = acme;
await makeEventType(acme, 'order.shipped');
const wanted = (label: string) => ({ workspace, eventType: 'order.shipped', label });
const usual = await makeScheduled(acme, wanted('usual'));
const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const move = (id: string, send_at: unknown, of = workspace) =>
  acme.ask('rescheduleMessage', { path: { workspace: of, id }, body: { send_at } });

refusesAsUsual('rescheduleMessage', acme, () => ({ path: { id: usual }, body: { send_at: inDays(1) } }));

it('moves a message that leaves later, and nothing more the second time', async () => {
  const id = await makeScheduled(acme, wanted('one'));
  const send_at = inDays(2);
  const first = await move(id, send_at);
  expect([first.status, first.body.data]).toMatchObject([200, { id, state: 'scheduled', send_at }]);
  const again = await move(id, send_at);
  expect([again.status, again.body.data]).toEqual([200, first.body.data]);
});

it('refuses no time, one without an offset and one beyond thirty days under its field', async () => {
  const errorsOf = async (send_at: unknown) => {
    const { status, body } = await move(usual, send_at);
    return [status, body.errors];
  };
  expect(await errorsOf(inDays(31))).toEqual([422, { send_at: ['must be at most 30 days after the emit'] }]);
  expect(await errorsOf('2026-12-01T10:00:00')).toEqual([422, { send_at: [expect.stringContaining('offset')] }]);
  expect(await errorsOf(null)).toEqual([422, { send_at: [expect.any(String)] }]);
});

it('refuses what has ended, and does not reach into another workspace', async () => {
  const ended = await makeCancelled(acme, wanted('ended'));
  const refused = await move(ended, inDays(1));
  expect([refused.status, refused.body.code]).toEqual([409, 'message_not_scheduled']);
  const second = await acme.newWorkspace('second');
  expect((await move(usual, inDays(1), second)).status).toBe(404);
});
