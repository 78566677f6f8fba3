/** Metadata over REST: sent with an emit, shown where there is some, and a filter of events and messages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';

const acme = await openPlatform();
const emit = (key: string, metadata?: unknown, workspace = acme.workspace) => {
  const body = emitOf('order.shipped', key, metadata === undefined ? {} : { metadata });
  return acme.ask('emitEvent', { path: { workspace }, body });
};

let second = '';
beforeAll(async () => {
  await makeEventType(acme, 'order.shipped');
  second = await acme.newWorkspace('second');
  const emits = [
    await emit('one', { order: '1', plan: 'pro' }),
    await emit('two', { order: '2', plan: 'pro' }),
    await emit('bare'),
    await emit('elsewhere', { order: '1' }, second),
  ];
  expect(emits.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
});

describe('metadata', () => {
  it('is in the answer to the emit, to its repetition and to reads', async () => {
    const { body } = await emit('one', { order: '1', plan: 'pro' });
    expect(body.data.metadata).toEqual({ order: '1', plan: 'pro' });
    const path = { id: body.data.id };
    expect((await acme.ask('getEvent', { path })).body.data.metadata).toEqual({ order: '1', plan: 'pro' });
    const message = await acme.ask('getMessage', { path: { id: body.data.message.id } });
    expect(message.body.data.metadata).toEqual({ order: '1', plan: 'pro' });
  });

  it('is no field at all of what has none', async () => {
    const { body } = await emit('bare');
    expect(Object.keys(body.data)).toEqual(['id', 'type', 'idempotency_key', 'contact', 'message', 'created_at']);
    const shown = [
      (await acme.ask('getEvent', { path: { id: body.data.id } })).body.data,
      (await acme.ask('getMessage', { path: { id: body.data.message.id } })).body.data,
      (await acme.ask('listEvents', { query: { key: 'bare' } })).body.data[0],
      (await acme.ask('listMessages', { query: { key: 'bare' } })).body.data[0],
      (await acme.ask('listPlatformMessages', { query: { key: 'bare' } })).body.data[0],
    ];
    for (const one of shown) {
      expect(one.id).toEqual(expect.any(String));
      expect(Object.keys(one)).not.toContain('metadata');
    }
  });

  it('is refused with the faults of its pairs', async () => {
    const { status, body } = await emit('faulty', { Order: '1', plan: 7, note: 'x'.repeat(257) });
    expect([status, body.errors]).toEqual([
      422,
      {
        'metadata.plan': ['must be a string'],
        'metadata.note': ['must have at most 256 characters'],
        'metadata.Order': ['must have a key of 1 to 64 lower-case letters, digits or "_"'],
      },
    ]);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'x']));
    for (const [given, path] of [
      [many, 'metadata'],
      ['order=1', 'metadata'],
      [null, 'metadata'],
      [{ constructor: 'x' }, 'metadata.constructor'],
    ] as const) {
      const refused = await emit('faulty', given);
      expect([refused.status, Object.keys(refused.body.errors)], JSON.stringify(given)).toEqual([422, [path]]);
    }
    expect((await emit('faulty', { order: '1' })).headers.get('idempotent-replayed')).toBeNull();
  });

  it('is compared with the body of a repeated key', async () => {
    const { status, body } = await emit('two', { order: '2' });
    expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('the filter', () => {
  const keysOf = async (operationId: string, query: Readonly<Record<string, string>>) => {
    const { status, body } = await acme.ask(operationId, { query });
    expect(status).toBe(200);
    return body.data.map(({ idempotency_key }: { idempotency_key: string }) => idempotency_key);
  };

  it('finds events and messages with all of the pairs', async () => {
    for (const list of ['listEvents', 'listMessages']) {
      expect(await keysOf(list, { 'metadata.plan': 'pro' })).toEqual(['two', 'one']);
      expect(await keysOf(list, { 'metadata.plan': 'pro', 'metadata.order': '1' })).toEqual(['one']);
      expect(await keysOf(list, { 'metadata.order': '3' })).toEqual([]);
      expect(await keysOf(list, { 'metadata.order': '1', key: 'two' })).toEqual([]);
    }
    expect(await keysOf('listPlatformMessages', { 'metadata.order': '1' })).toEqual(['faulty', 'elsewhere', 'one']);
  });

  it('stays in the links of a page', async () => {
    const { body } = await acme.ask('listMessages', { query: { 'metadata.plan': 'pro', per_page: '1' } });
    expect(body.links.next).toContain('metadata.plan=pro');
    const cursor = new URL(body.links.next).searchParams.get('cursor') ?? '';
    expect(await keysOf('listMessages', { 'metadata.plan': 'pro', per_page: '1', cursor })).toEqual(['one']);
  });

  it('is refused where no emit can have the pair, under its name', async () => {
    for (const list of ['listEvents', 'listMessages', 'listPlatformMessages']) {
      for (const [query, path] of [
        [{ 'metadata.Plan': 'pro' }, 'metadata.Plan'],
        [{ 'metadata.': 'pro' }, 'metadata.'],
        [{ 'metadata.plan': 'x'.repeat(257) }, 'metadata.plan'],
        [{ metadata: 'plan' }, 'metadata'],
        [Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`metadata.k${at}`, 'x'])), 'metadata'],
        [{ 'metadata[plan]': 'pro' }, 'metadata[plan]'],
      ] as const) {
        const { status, body } = await acme.ask(list, { query });
        expect([status, Object.keys(body.errors ?? {})], JSON.stringify(query).slice(0, 99)).toEqual([422, [path]]);
      }
    }
  });

  it('finds nothing of another platform', async () => {
    const other = await openPlatform('Other');
    const { body } = await other.ask('listPlatformMessages', { query: { 'metadata.plan': 'pro' } });
    expect(body.data).toEqual([]);
  });

  it('takes a pair with a value of any characters', async () => {
    const value = 'a=b&c d/é"\\ %';
    await emit('odd', { note: value });
    expect(await keysOf('listEvents', { 'metadata.note': value })).toEqual(['odd']);
  });
});
