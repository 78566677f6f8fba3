/** Batches of emits through the schema: what a batch costs, whom it lets go first, and what rejects it as a whole. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emitEvents } from '../../../src/events/batch/emit-events.ts';
import { findItemFaults } from '../../../src/events/batch/find-batch-faults.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { revokeApiKey } from '../../../src/platforms/keys/revoke-api-key.ts';
import { holdTable } from '../../support/hold-table.ts';
import { statementsOf } from '../../support/statements.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

const mutation = `mutation ($workspace: ID, $input: EventBatchEmitInput!) {
  eventBatchEmit(workspace: $workspace, input: $input) {
    replayed
    results { idempotencyKey result replayed code message errors retryAfter docUrl event { id metadata message { id state } } }
  }
}`;

const payload = { order_number: '1001', tracking_url: 'https://example.com/1001' };
const emitOf = (key: string, change: object = {}) => ({
  type: 'order.shipped',
  idempotencyKey: key,
  recipient: { email: `${key}@example.com` },
  payload,
  ...change,
});
const many = (prefix: string, count = 500) => Array.from({ length: count }, (_, at) => emitOf(`${prefix}-${at}`));

let world: World;
let acme: Tenant;
beforeAll(async () => {
  world = await createWorld();
  acme = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());

/** Emits of a statement that writes emits: each column of its rows is a list. */
function rowsWritten(asked: unknown): readonly number[] {
  const { name, values } = asked as { readonly name?: string; readonly values: readonly (readonly unknown[])[] };
  return name === 'write-emits' ? [values[0]?.length ?? 0] : [];
}

const emit = (events: readonly object[], tenant = acme) =>
  tenant.ask(mutation, { workspace: 'ref:shop', input: { events } });

test('a batch says what became of each emit, and whether all of it was a repetition', async () => {
  const events = [emitOf('told', { metadata: { order: '1' } }), emitOf('wrong', { payload: {} })];
  const { data } = await emit(events);
  expect(data.eventBatchEmit).toEqual({
    replayed: false,
    results: [
      {
        idempotencyKey: 'told',
        result: 'accepted',
        replayed: false,
        code: null,
        message: null,
        errors: null,
        retryAfter: null,
        docUrl: null,
        event: {
          id: expect.any(String),
          metadata: { order: '1' },
          message: { id: expect.any(String), state: 'queued' },
        },
      },
      {
        idempotencyKey: 'wrong',
        result: 'refused',
        replayed: false,
        code: 'validation_failed',
        message: expect.any(String),
        errors: { 'payload.order_number': expect.any(Array), 'payload.tracking_url': expect.any(Array) },
        retryAfter: null,
        docUrl: 'http://tidings.test/docs/errors#validation_failed',
        event: null,
      },
    ],
  });
  const again = await emit(events);
  const [first, second] = data.eventBatchEmit.results;
  expect(again.data.eventBatchEmit).toEqual({ replayed: true, results: [{ ...first, replayed: true }, second] });
  expect((await emit([])).data.eventBatchEmit).toEqual({ replayed: false, results: [] });
});

test('each workspace is named once: by the mutation or by the item', async () => {
  const named = await acme.ask(mutation, {
    input: { events: [{ ...emitOf('own'), workspace: 'ref:shop' }, emitOf('none')] },
  });
  expect(named.data.eventBatchEmit.results).toMatchObject([
    { result: 'accepted' },
    { code: 'validation_failed', errors: { workspace: ['is required: an id, or ref:<reference>'] } },
  ]);
  const twice = await emit([{ ...emitOf('twice'), workspace: 'ref:shop' }]);
  expect(twice.data.eventBatchEmit.results).toMatchObject([
    { errors: { workspace: ['must be left out: the request names it'] } },
  ]);
});

test('500 emits take few statements, and each is whole', async () => {
  await emit(many('warm', 10));
  let results: readonly { readonly result: string; readonly event: { readonly id: string } }[] = [];
  const statements = await statementsOf(async () => {
    ({ results } = (await emit(many('few'))).data.eventBatchEmit);
  });
  expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(500);
  expect(statements.length).toBeLessThan(60);
  const { rows } = await world.app.db.pool.query(
    `SELECT count(*)::int AS n FROM events e JOIN messages m ON m.workspace_id = e.workspace_id AND m.event_id = e.id
     JOIN idempotency_keys k ON k.workspace_id = e.workspace_id AND k.event_id = e.id
     WHERE e.id = ANY($1) AND k.key = e.idempotency_key`,
    [results.map(({ event }) => event.id)],
  );
  expect(rows[0].n).toBe(500);
});

test.each([
  ['an unknown type', () => acme, { type: 'order.shiped' }, /^type: is not a registered event type/],
  ['a platform without a domain', () => world.tenant({ eventType: 'order.shipped' }), {}, /^No sending domain/],
])('500 rejected emits of %s take few statements', async (_name, open, change, message) => {
  const tenant = await open();
  const events = many('rejected').map((event) => ({ ...event, ...change }));
  let results: readonly { readonly message: string }[] = [];
  const statements = await statementsOf(async () => {
    ({ results } = (await emit(events, tenant)).data.eventBatchEmit);
  });
  expect(results.filter((one) => message.test(one.message))).toHaveLength(500);
  expect(statements.length).toBeLessThan(60);
});

test('emits of one key are decided in their order, whatever they weigh', async () => {
  const heavy = { ...payload, customer_name: 'x'.repeat(40_000) };
  const { data } = await emit([
    emitOf('ordered', { payload: heavy }),
    emitOf('ordered'),
    emitOf('ordered', { payload: heavy }),
  ]);
  expect(data.eventBatchEmit.results).toMatchObject([
    { result: 'accepted', replayed: false },
    { code: 'idempotency_key_reused' },
    { result: 'accepted', replayed: true },
  ]);
});

test('500 emits of one key take few statements', async () => {
  const events = Array.from({ length: 500 }, () => emitOf('equal'));
  let answers: readonly { readonly replayed: boolean; readonly event: object }[] = [];
  const statements = await statementsOf(async () => {
    ({ results: answers } = (await emit(events)).data.eventBatchEmit);
  });
  expect(answers.filter(({ replayed }) => replayed)).toHaveLength(499);
  expect(new Set(answers.map(({ event }) => JSON.stringify(event))).size).toBe(1);
  expect(statements.length).toBeLessThan(40);
});

describe('a single emit', () => {
  test('is answered while batches of the same platform wait for a lock', async () => {
    const workspace = 'ref:shop';
    // The address of one of them is held.
    const held = await world.app.db.pool.connect();
    try {
      await emit([emitOf('held')]);
      await held.query('BEGIN');
      await held.query('SELECT FROM emit_rates WHERE address_hash = $1 FOR UPDATE', [
        world.app.secrets.addressHash('held@example.com'),
      ]);
      const batch = emit([emitOf('held-2', { recipient: { email: 'held@example.com' } }), ...many('beside', 100)]);
      const { replayed } = await emitEvent(acme.ctx, workspace, emitOf('single'));
      expect(replayed).toBe(false);
      await held.query('COMMIT');
      const { data } = await batch;
      const results: readonly { readonly result: string }[] = data.eventBatchEmit.results;
      expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(101);
    } finally {
      held.release();
    }
  });

  test('of another platform waits for no batch of five hundred', async () => {
    const other = await world.tenant({ domain: 'other.test', eventType: 'order.shipped' });
    await emit(many('warm-single', 5), other);
    const order: string[] = [];
    const batches = ['a', 'b', 'c'].map((name) => emit(many(`crowd-${name}`)).then(() => order.push('batch')));
    await emitEvent(other.ctx, 'ref:shop', emitOf('lone')).then(() => order.push('single'));
    await Promise.all(batches);
    expect(order).toEqual(['single', 'batch', 'batch', 'batch']);
  });

  test('has batches written in parts of a hundred, between which it goes first', async () => {
    const other = await world.tenant({ domain: 'parts.test', eventType: 'order.shipped' });
    await emit(many('warm-parts', 10));
    await emitEvent(other.ctx, 'ref:shop', emitOf('before-parts'));
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await emit(many('parts'));
    const written = query.mock.calls.flatMap(([asked]) => rowsWritten(asked));
    query.mockRestore();
    expect(written.reduce((sum, rows) => sum + rows, 0)).toBe(500);
    expect(Math.max(...written)).toBe(100);
  });
});

describe('the whole batch is rejected', () => {
  test('with a key that was revoked since the request began', async () => {
    const other = await world.tenant({ domain: 'revoked.test', eventType: 'order.shipped' });
    await revokeApiKey(world.app, other.apiKeyId);
    const { refusal } = await emit(many('revoked', 3), other);
    expect(refusal?.code).toBe('unauthenticated');
    // Where all items have a bad shape too.
    const shaped = findItemFaults(other.ctx, 'ref:shop', [emitOf('shaped', { payload: 7 }), 7]);
    await expect(shaped).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('while the table of events is locked for longer than a request may wait', { timeout: 60_000 }, async () => {
    const held = await holdTable(world.app.db.pool, 'events');
    const { refusal } = await emit(many('locked', 3)).finally(() => held.release());
    expect(refusal?.code).toBe('unavailable');
    const { data } = await emit(many('locked', 3));
    expect(data.eventBatchEmit.replayed).toBe(false);
  });

  test('for more than 500 items, no list, and a workspace that is not there', async () => {
    const batch = { requestId: '', workspace: 'ref:shop' };
    await expect(emitEvents(acme.ctx, { ...batch, items: many('more', 501) })).rejects.toMatchObject({
      details: { errors: { events: ['must have at most 500 items'] } },
    });
    await expect(emitEvents(acme.ctx, { ...batch, items: {} })).rejects.toMatchObject({
      details: { errors: { events: ['must be a list'] } },
    });
    const nowhere = { ...batch, workspace: 'ref:nowhere', items: [] };
    await expect(emitEvents(acme.ctx, nowhere)).rejects.toMatchObject({ code: 'not_found' });
  });
});
