/** `send_at` over REST (docs/rules.md#send-later): who does not use it sees nothing of it. */
import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';

const acme = await openPlatform();
const { workspace } = acme;
await makeEventType(acme, 'order.shipped');
const emit = (key: string, change: object = {}) =>
  acme.ask('emitEvent', { path: { workspace }, body: emitOf('order.shipped', key, change) });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

it('is in the record, in the message and in lists of an emit that had it, and of no other', async () => {
  const send_at = inDays(3);
  const later = await emit('later', { send_at });
  expect(later.status).toBe(202);
  expect(later.body.data.message).toEqual({
    id: expect.any(String),
    state: 'scheduled',
    template_version_id: expect.any(String),
    fell_back: [],
    simulated: true,
    send_at,
  });
  const plain = await emit('plain');
  expect(Object.keys(plain.body.data.message)).toEqual([
    'id',
    'state',
    'template_version_id',
    'fell_back',
    'simulated',
  ]);
  const past = await emit('past', { send_at: '2020-01-01T00:00:00+02:00' });
  expect(Object.keys(past.body.data.message)).toEqual(Object.keys(plain.body.data.message));
  const read = async (id: string) => (await acme.ask('getEvent', { path: { workspace, id } })).body.data.message;
  expect(await read(later.body.data.id)).toEqual(later.body.data.message);
  expect(await read(plain.body.data.id)).not.toHaveProperty('send_at');
  const { body: listed } = await acme.ask('listMessages', { path: { workspace }, query: { state: 'scheduled' } });
  expect(listed.data).toMatchObject([{ id: later.body.data.message.id, state: 'scheduled', send_at }]);
  const { body: all } = await acme.ask('listMessages', { path: { workspace } });
  expect(all.data.filter((message: object) => 'send_at' in message)).toHaveLength(1);
  const { body: details } = await acme.ask('getMessage', { path: { workspace, id: later.body.data.message.id } });
  expect(details.data.explanation).toMatchObject({ verdict: 'scheduled' });
  expect(details.data.timeline).toMatchObject([{ kind: 'accepted' }, { kind: 'scheduled', send_at }]);
  const { body: events } = await acme.ask('listEvents', { path: { workspace } });
  expect(events.data.filter(({ message }: { message: object }) => 'send_at' in message)).toHaveLength(1);
});

it('is a part of the body that a key belongs to', async () => {
  const send_at = inDays(2);
  const first = await emit('same', { send_at });
  const again = await emit('same', { send_at });
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect((await emit('same', { send_at: inDays(1) })).body.code).toBe('idempotency_key_reused');
  expect((await emit('same')).body.code).toBe('idempotency_key_reused');
});

it('is refused under its path: beyond thirty days, without an offset, no text', async () => {
  const errorsOf = async (send_at: unknown) => (await emit('faulty', { send_at })).body.errors;
  expect(await errorsOf(inDays(31))).toEqual({ send_at: ['must be at most 30 days after the emit'] });
  expect(await errorsOf('2026-12-01T10:00:00')).toEqual({ send_at: [expect.stringContaining('offset')] });
  expect(await errorsOf(7)).toEqual({ send_at: [expect.any(String)] });
  expect((await emit('none', { send_at: null })).body.data.message.state).toBe('queued');
});

it('is cancelled until it leaves', async () => {
  const { body } = await emit('cancelled', { send_at: inDays(1) });
  const { id } = body.data.message;
  const cancelled = await acme.ask('cancelMessage', { path: { workspace, id } });
  expect([cancelled.status, cancelled.body.data]).toMatchObject([200, { state: 'failed', reason: 'cancelled' }]);
});
