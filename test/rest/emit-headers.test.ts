/** Reply-To and header fields of one emit over REST. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';

const acme = await openPlatform();
const emit = (key: string, change: object) => acme.ask('emitEvent', { body: emitOf('order.shipped', key, change) });

beforeAll(() => makeEventType(acme, 'order.shipped'));

describe('reply_to and headers', () => {
  const own = {
    reply_to: 'ada@example.com',
    headers: { 'X-Order': '1001', References: '<a@shop.test> <b@shop.test>' },
  };

  it('are in the mail, and in no record', async () => {
    const { status, body } = await emit('both', own);
    expect(status).toBe(202);
    expect(Object.keys(body.data)).toEqual(['id', 'type', 'idempotency_key', 'contact', 'message', 'created_at']);
    const { data } = (await acme.ask('getMessageContent', { path: { id: body.data.message.id } })).body;
    expect(data.headers).toContainEqual({ name: 'Reply-To', value: 'ada@example.com' });
    expect(data.headers.slice(-2)).toEqual([
      { name: 'X-Order', value: '1001' },
      { name: 'References', value: '<a@shop.test> <b@shop.test>' },
    ]);
  });

  it('are compared with the body of a repeated key', async () => {
    expect((await emit('both', own)).headers.get('idempotent-replayed')).toBe('true');
    for (const other of [{}, { ...own, reply_to: 'eve@example.com' }, { ...own, headers: { 'X-Order': '1002' } }]) {
      const { status, body } = await emit('both', other);
      expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
    }
  });

  it('come with the items of a batch and with mail that leaves later', async () => {
    const send_at = new Date(Date.now() + 86_400_000).toISOString();
    const item = emitOf('order.shipped', 'of-batch', { ...own, send_at });
    const { body } = await acme.ask('emitEvents', { body: { events: [item] } });
    expect(body.data[0].event.message.state).toBe('scheduled');
    const { data } = (await acme.ask('getMessageContent', { path: { id: body.data[0].event.message.id } })).body;
    expect(data.headers).toContainEqual({ name: 'Reply-To', value: 'ada@example.com' });
    expect(data.headers.at(-2)).toEqual({ name: 'X-Order', value: '1001' });
  });

  it('are refused under their paths', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ reply_to: 'Ada' }, 'reply_to'],
      [{ reply_to: 'Ada <ada@example.com>' }, 'reply_to'],
      [{ reply_to: ['ada@example.com'] }, 'reply_to'],
      [{ headers: [] }, 'headers'],
      [{ headers: 'X-Order: 1' }, 'headers'],
      [{ headers: { 'X-Order': 1 } }, 'headers.X-Order'],
      [{ headers: { 'X-Order': '' } }, 'headers.X-Order'],
      [{ headers: { 'X-Order': 'x'.repeat(999) } }, 'headers.X-Order'],
      [{ headers: { 'X-Order': 'a\r\nBcc: eve@example.com' } }, 'headers.X-Order'],
      [{ headers: { Bcc: 'eve@example.com' } }, 'headers.Bcc'],
      [{ headers: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`X-${at}`, 'x'])) }, 'headers'],
    ];
    for (const [change, path] of cases) {
      const { status, body } = await emit('faulty', change);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change).slice(0, 99)).toEqual([422, [path]]);
    }
    const batch = { events: [emitOf('order.shipped', 'faulty', { headers: { Bcc: 'eve@example.com' } })] };
    const [item] = (await acme.ask('emitEvents', { body: batch })).body.data;
    expect(Object.keys(item.errors)).toEqual(['headers.Bcc']);
  });
});
