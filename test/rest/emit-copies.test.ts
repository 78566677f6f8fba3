/** Copies of a mail over REST (docs/rules.md#copies). */
import { beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, makeSendable } from './harness/samples.ts';

const acme = await openPlatform();
const stranger = await openPlatform();
const emit = (key: string, change: object) => acme.ask('emitEvent', { body: emitOf('order.shipped', key, change) });

beforeAll(async () => {
  await makeSendable(acme);
  await makeEventType(acme, 'order.shipped');
});

describe('cc and bcc', () => {
  const copied = { cc: ['cc-one@example.com', 'cc-two@example.com'], bcc: ['hidden@example.com'] };

  it('are messages of their own beside the one to the recipient', async () => {
    const { status, body } = await emit('both', copied);
    expect(status).toBe(202);
    const { message, copies } = body.data;
    expect(Object.keys(copies[0])).toEqual(['id', 'role', 'state', 'simulated']);
    expect(copies.map(({ role }: { role: string }) => role)).toEqual(['cc', 'cc', 'bcc']);
    expect(JSON.stringify(body)).not.toContain('example.com');
    const read = (await acme.ask('getEvent', { path: { id: body.data.id } })).body;
    expect(read.data.copies.map(({ id }: { id: string }) => id)).toEqual(copies.map(({ id }: { id: string }) => id));
    const hidden = (await acme.ask('getMessage', { path: { id: copies[2].id } })).body.data;
    expect(hidden).toMatchObject({ email: 'hidden@example.com', role: 'bcc', copy_of: message.id });
    const primary = (await acme.ask('getMessage', { path: { id: message.id } })).body.data;
    expect('role' in primary || 'copy_of' in primary).toBe(false);
    const { data } = (await acme.ask('getMessageContent', { path: { id: copies[2].id } })).body;
    expect(data.headers).toContainEqual({ name: 'Cc', value: copied.cc.join(', ') });
    expect(JSON.stringify(data)).not.toContain('hidden@example.com');
  });

  it('are in the list of messages with their role, and one emit in that of events', async () => {
    const { body } = await emit('listed', { bcc: ['listed@example.com'] });
    const found = (await acme.ask('listMessages', { query: { email: 'listed@example.com' } })).body.data;
    expect(found).toMatchObject([{ id: body.data.copies[0].id, role: 'bcc', copy_of: body.data.message.id }]);
    const events = (await acme.ask('listEvents', { query: { email: 'listed@example.com' } })).body.data;
    expect(events).toEqual([]);
    const ofKey = (await acme.ask('listEvents', { query: { key: 'listed' } })).body.data;
    expect(ofKey).toMatchObject([{ id: body.data.id, copies: [{ role: 'bcc' }] }]);
    const messages = (await acme.ask('listMessages', { query: { key: 'listed' } })).body.data;
    expect(messages.map(({ id }: { id: string }) => id).sort()).toEqual([body.data.message.id, body.data.copies[0].id]);
  });

  it('answer a repeated key byte for byte, and another list as another body', async () => {
    const first = await emit('repeated', copied);
    const again = await emit('repeated', copied);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    const { status, body } = await emit('repeated', { ...copied, cc: copied.cc.toReversed() });
    expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('come with the items of a batch', async () => {
    const events = [emitOf('order.shipped', 'of-batch', copied), emitOf('order.shipped', 'alone-of-batch')];
    const { data } = (await acme.ask('emitEvents', { body: { events } })).body;
    expect(data.map((item: { event: { copies?: unknown[] } }) => item.event.copies?.length)).toEqual([3, undefined]);
  });

  it('belong to their platform', async () => {
    const { body } = await emit('of-acme', copied);
    const { status } = await stranger.ask('getMessage', { path: { id: body.data.copies[0].id } });
    expect(status).toBe(404);
  });

  it('are refused under their paths', async () => {
    const many = Array.from({ length: 11 }, (_, at) => `many-${at}@example.com`);
    const cases: readonly (readonly [object, string])[] = [
      [{ cc: ['Ada'] }, 'cc.0'],
      [{ bcc: ['a@example.com', 'b@example.com', 7] }, 'bcc.2'],
      [{ cc: 'ada@example.com' }, 'cc'],
      [{ cc: many }, 'cc'],
      [{ cc: many.slice(0, 6), bcc: many.slice(6) }, 'bcc'],
      [{ cc: ['a@example.com'], bcc: ['A@example.com'] }, 'bcc.0'],
    ];
    for (const [change, path] of cases) {
      const { status, body } = await emit('faulty', change);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change).slice(0, 99)).toEqual([422, [path]]);
    }
    const batch = { events: [emitOf('order.shipped', 'faulty', { cc: ['Ada'] })] };
    const [item] = (await acme.ask('emitEvents', { body: batch })).body.data;
    expect(Object.keys(item.errors)).toEqual(['cc.0']);
  });
});
