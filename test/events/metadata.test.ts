/** The caller's pairs: where they come back, where they never are, and when they end (docs/rules.md#metadata). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { findEvent } from '../../src/events/find-event.ts';
import { type EventList, listEvents } from '../../src/events/list-events.ts';
import { resendMessage } from '../../src/events/resend/resend-message.ts';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { metadata, readMetadataFilter } from '../../src/ground/input/metadata.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { buildBodies, type WebhookRow, webhookColumns } from '../../src/webhooks/delivery/build-bodies.ts';
import { findInDatabase } from '../people/find-in-database.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  shop = await world.workspace();
});
afterAll(() => world.close());

const sql = async <Row>(text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows as Row[];

let keys = 0;
function emit(email: string, pairs: unknown, change: object = {}) {
  keys += 1;
  return emitEvent(shop.ctx, shop.id, {
    type: 'order.shipped',
    idempotencyKey: `key-${keys}`,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    metadata: pairs,
    ...change,
  });
}

/** `data` of the webhook about the message. */
async function bodyOf(type: string, message: string | undefined) {
  const rows = await sql<WebhookRow>(
    `SELECT ${webhookColumns('h')} FROM webhooks h WHERE h.workspace_id = $1 AND h.type = $2 AND h.message_id = $3`,
    shop.id,
    type,
    message,
  );
  const bodies = await buildBodies(world.app.db, rows);
  return [...bodies.values()][0]?.data;
}

const list = (filter: EventList['filter']) =>
  listEvents(shop.ctx, { workspace: shop.id, filter, order: 'desc' }, { limit: 10, inverted: false });

/** Faults under their paths; null for pairs that an emit may have. */
function faults(given: unknown): Readonly<Record<string, string>> | null {
  const parsed = metadata.safeParse(given);
  if (parsed.success) return null;
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('pairs', () => {
  test('of these keys and texts are taken', () => {
    const most = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key_${at}`, '']));
    for (const given of [
      null,
      undefined,
      {},
      { a: '' },
      { ['k'.repeat(64)]: '\u{1f600}'.repeat(256) },
      most,
      { '1': 'x' },
    ]) {
      expect(faults(given), JSON.stringify(given)).toBeNull();
    }
    expect(metadata.parse({})).toBeNull();
    expect(metadata.parse({ name: 'e\u0301' })).toEqual({ name: '\u00e9' });
  });

  test('of others are rejected under their keys', () => {
    const key = 'must have a key of 1 to 64 lower-case letters, digits or "_"';
    expect(faults({ Order: '1', 'a.b': '1', ['k'.repeat(65)]: '1', '': '1', é: '1' })).toEqual({
      Order: key,
      'a.b': key,
      ['k'.repeat(65)]: key,
      '': key,
      é: key,
    });
    expect(faults({ constructor: 'x' })).toEqual({ constructor: 'is a reserved name' });
    expect(faults(JSON.parse('{"__proto__": "x"}'))).toEqual({ ['__proto__']: 'is a reserved name' });
    for (const value of [1, null, true, {}, []]) expect(faults({ a: value })).toEqual({ a: 'must be a string' });
    expect(faults({ a: 'x'.repeat(257) })).toEqual({ a: 'must have at most 256 characters' });
    // Kept as two characters each.
    expect(faults({ a: '\u0958'.repeat(129) })).toEqual({ a: 'must have at most 256 characters' });
    expect(faults({ a: 'e\u0301'.repeat(256) })).toBeNull();
    expect(faults({ a: '\u{1f600}'.repeat(257) })).toEqual({ a: 'must have at most 256 characters' });
    expect(faults({ a: 'x\0', b: '\ud800' })).toEqual({
      a: 'must be text without NUL or broken characters',
      b: 'must be text without NUL or broken characters',
    });
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'x']));
    expect(faults(many)).toEqual({ '': 'must have at most 20 pairs' });
    for (const given of ['x', 7, [], [['a', 'b']]]) expect(faults(given)).toEqual({ '': 'must be an object' });
  });

  test('of a filter are checked in the same way, and there is one', () => {
    expect(readMetadataFilter(null)).toBeNull();
    expect(readMetadataFilter({ order: '1' })).toEqual({ order: '1' });
    const refusal = (given: unknown) => {
      try {
        return readMetadataFilter(given);
      } catch (error) {
        return error instanceof DomainError ? error.details.errors : error;
      }
    };
    expect(refusal({})).toEqual({ 'filter.metadata': ['must not be empty'] });
    expect(refusal('x')).toEqual({ 'filter.metadata': ['must be an object'] });
    expect(Object.keys(Object(refusal({ Order: '1', fine: 'x', plan: 7 })))).toEqual([
      'filter.metadata.Order',
      'filter.metadata.plan',
    ]);
  });
});

describe('an emit with metadata', () => {
  test('has it in its record, first and repeated, in reads and in lists', async () => {
    const [email = ''] = people(1);
    // Not in the order in which PostgreSQL keeps keys.
    const pairs = { customer: 'c-7', b: '2', a: '1' };
    const { record } = await emit(email, pairs, { idempotencyKey: 'told' });
    expect(record.metadata).toEqual(pairs);
    const again = await emit(email, pairs, { idempotencyKey: 'told' });
    expect(again.replayed).toBe(true);
    expect(again.record).toEqual(record);
    expect(JSON.stringify(again.record.metadata)).toBe(JSON.stringify(record.metadata));
    const read = await findEvent(shop.ctx, shop.id, record.id);
    expect(JSON.stringify(read.metadata)).toBe(JSON.stringify(record.metadata));
    expect((await list({ metadata: { customer: 'c-7', a: '1' } })).rows.map(({ id }) => id)).toEqual([record.id]);
    expect((await list({ metadata: { customer: 'c-7', a: '2' } })).rows).toEqual([]);
  });

  test('and one without are two bodies of one key; the order of keys makes none', async () => {
    const [email = ''] = people(1);
    await emit(email, { a: '1', b: '2' }, { idempotencyKey: 'compared' });
    expect((await emit(email, { b: '2', a: '1' }, { idempotencyKey: 'compared' })).replayed).toBe(true);
    for (const pairs of [undefined, { a: '1' }, { a: '1', b: '3' }]) {
      await expect(emit(email, pairs, { idempotencyKey: 'compared' })).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
    }
  });

  test('has it in its webhooks and nowhere in the mail', async () => {
    const [email = ''] = people(1);
    const { record } = await emit(email, { order: 'SECRETORDER' });
    await shop.send();
    expect(await bodyOf('message.delivered', record.message?.id)).toMatchObject({
      message: { metadata: { order: 'SECRETORDER' } },
    });
    const mail = world.sink.mails.find(({ to }) => to.includes(email));
    expect(mail?.raw.toString('latin1')).not.toContain('SECRETORDER');
    expect(Buffer.from(mail?.raw ?? '').toString()).toContain('Subject');
  });

  test('passes it on to the mail that is sent again', async () => {
    const [email = ''] = people(1);
    world.sink.refuse(email, [{ code: 554, text: '5.7.1 Message content rejected' }]);
    const { record } = await emit(email, { order: 'again' });
    await shop.send();
    expect(await bodyOf('message.bounced', record.message?.id)).toMatchObject({
      message: { metadata: { order: 'again' } },
    });
    const { id } = await resendMessage(shop.ctx, shop.id, record.message?.id ?? '');
    await shop.send();
    expect(await bodyOf('message.delivered', id)).toMatchObject({ message: { metadata: { order: 'again' } } });
    expect((await list({ metadata: { order: 'again' } })).rows).toHaveLength(2);
  });
});

test('an emit without metadata leaves no field in record and webhook', async () => {
  for (const none of [undefined, null, {}]) {
    const [email = ''] = people(1);
    const { record } = await emit(email, none);
    expect(Object.keys(record)).toEqual(['id', 'type', 'idempotencyKey', 'contact', 'createdAt', 'message']);
    await shop.send();
    expect(Object.keys(Object((await bodyOf('message.delivered', record.message?.id))?.message))).toEqual([
      'id',
      'idempotency_key',
      'recipient',
    ]);
  }
  const [email = ''] = people(1);
  const { record } = await emit(email, undefined, { idempotencyKey: 'stored' });
  const [stored] = await sql<{ answer: object }>('SELECT answer FROM idempotency_keys WHERE event_id = $1', record.id);
  expect(Object.keys(stored?.answer ?? {})).not.toContain('metadata');
});

describe('an erasure', () => {
  async function erase(email: string): Promise<void> {
    const { id } = await erasePerson(shop.ctx, shop.id, { email });
    await eraseTurn(world.app, { platformId: shop.ctx.platformId, id });
    expect(await sql('SELECT FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', id)).toHaveLength(1);
  }

  test('takes the metadata of the person’s emits, also out of the response to a repeated key', async () => {
    const [email = ''] = people(1);
    const body = { idempotencyKey: 'erased' };
    const { record } = await emit(email, { order: 'PERSONALVALUE' }, body);
    await shop.send();
    await erase(email);
    expect(await findInDatabase(world.app.db.pool, ['PERSONALVALUE'])).toEqual([]);
    const again = await emit(email, { order: 'PERSONALVALUE' }, body);
    expect([again.replayed, again.record.id, again.record.metadata]).toEqual([true, record.id, undefined]);
    expect((await list({ metadata: { order: 'PERSONALVALUE' } })).rows).toEqual([]);
  });

  test('takes pairs that name the person out of emits to others, and leaves the rest', async () => {
    const [person = '', other = '', third = ''] = people(3);
    const named = await emit(other, { about: person, order: 'kept' });
    const only = await emit(third, { about: `mailto:${encodeURIComponent(person)}` });
    await shop.send();
    await erase(person);
    expect(await findInDatabase(world.app.db.pool, [person])).toEqual([]);
    expect(await sql('SELECT metadata FROM messages WHERE id = $1', named.record.message?.id)).toEqual([
      { metadata: { order: 'kept' } },
    ]);
    const [answer] = await sql<{ answer: object }>(
      'SELECT answer FROM idempotency_keys WHERE event_id = $1',
      named.record.id,
    );
    expect(answer?.answer).toEqual({ ...named.record, metadata: { order: 'kept' } });
    expect((await findEvent(shop.ctx, shop.id, named.record.id)).metadata).toEqual({ order: 'kept' });
    expect((await findEvent(shop.ctx, shop.id, only.record.id)).metadata).toBeUndefined();
    const [bare] = await sql<{ answer: object }>(
      'SELECT answer FROM idempotency_keys WHERE event_id = $1',
      only.record.id,
    );
    expect(Object.keys(bare?.answer ?? {})).not.toContain('metadata');
  });
});
