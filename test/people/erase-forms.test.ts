/** After an erasure no table holds a value of the person in any form, in nobody's rows of the workspace. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseStep } from '../../src/people/erase-step.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { copyEvents } from './copy-events.ts';
import { formsOf } from './encodings.ts';
import { findInDatabase } from './find-in-database.ts';

const keyMaxLength = 255;
const address = 'Ada.L@bücher.example';
const reference = 'ada.l-bucher.example';
const name = 'Ada L';

let world: World;
let tenant: Tenant;
let ctx: Ctx;
let contacts: ReturnType<typeof contactsOf>;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  ({ ctx } = tenant);
  contacts = contactsOf(world, tenant);
  await tenant.ask(
    'mutation { attributeDefinitionCreate(input: { key: "name", name: "Name", type: string }) { attributeDefinition { key } } }',
  );
});
afterAll(() => world.close());
beforeEach(() =>
  rows(`TRUNCATE contacts, tags, events, messages, idempotency_keys, emit_rates, suppressions, platform_blocks, suppression_lifts, erasures,
    erased_addresses, former_addresses, refused_emits, webhook_endpoints CASCADE`),
);

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const find = (words: readonly string[]) => findInDatabase(world.app.db.pool, words);

let others = 0;
const emit = (key: string, change: { readonly recipient?: object; readonly payload?: object } = {}) =>
  emitEvent(ctx, 'ref:shop', {
    type: 'order.shipped',
    idempotencyKey: key,
    recipient: { email: `other-${++others}@elsewhere.test` },
    payload: { order_number: '1', tracking_url: 'https://example.com/1', customer_name: 'Bob' },
    ...change,
  });

const refuse = (type: string, field: string) =>
  tenant.ask('mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { replayed } }', {
    input: { type, idempotencyKey: field, recipient: { email: 'other@elsewhere.test' }, payload: { [field]: 1 } },
  });

const turnOf = (id: string) => ({ platformId: tenant.platformId, id });
async function erase(whom: object): Promise<void> {
  const { id } = await erasePerson(ctx, 'ref:shop', whom);
  await eraseTurn(world.app, turnOf(id));
  expect(await rows('SELECT FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', [id])).toHaveLength(1);
}

/** Every form of each value that a key can hold with `before`. */
function keysOf(values: readonly string[], before = ''): readonly string[] {
  const keys = values.flatMap((value) => formsOf(value).map(({ text }) => `${before}${text}`));
  return [...new Set(keys)].filter((key) => key.length <= keyMaxLength && /^[\x21-\x7e]+$/.test(key));
}

async function emitAll(keys: readonly string[], change = {}): Promise<void> {
  for (let at = 0; at < keys.length; at += 50)
    await Promise.all(keys.slice(at, at + 50).map((key) => emit(key, change)));
}

describe('an erasure', () => {
  test('leaves no form of any value of the person in any table', { timeout: 300_000 }, async () => {
    await contacts.put(`ref:${reference}`, { email: address, attributes: { name }, tags: ['Friends of Ada L'] });
    const { id } = await contacts.get(`ref:${reference}`);
    await rows(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
       VALUES ($1, 'E', 'https://x.example/', '{message.suppressed,contact.suppressed}', now(), now())`,
      [tenant.platformId],
    );
    const values = [address, address.toLowerCase(), address.normalize('NFD'), reference, id];
    const keys = keysOf(values, 'invite:');
    expect(keys.length).toBeGreaterThan(500);
    await emitAll(keys);
    // Thirty emits an hour go to one address.
    const recipient = { contact: `ref:${reference}` };
    const own = keysOf(values, 'own').filter((_, at, all) => at % Math.ceil(all.length / 29) === 0);
    await emitAll(own, {
      recipient,
      payload: { order_number: reference, tracking_url: `https://x.example/${id}`, customer_name: name },
    });
    const shortKeys = keysOf(values).filter((key) => /^\w{1,64}$/.test(key));
    for (const key of shortKeys) {
      for (const type of ['order.shipped', key]) await refuse(type, key);
      world.advance(60_000);
    }
    await world.app.parts.refusedEmits.settled();
    for (const note of keysOf([address]).slice(0, 40)) {
      others += 1;
      const suppression = await suppressByHand(ctx, 'ref:shop', {
        email: `noted-${others}@elsewhere.test`,
        note: `See ${note}`,
      });
      if (others % 2 === 0) await liftSuppression(ctx, 'ref:shop', suppression, `of ${note}`);
    }
    await suppressByHand(ctx, 'ref:shop', { email: address, note: `of ${name}` });
    await rows(
      `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, contact_id, contact_reference, state,
         created_at)
       SELECT $1, 'W' || state, 'E', 'contact.suppressed', 'service', $2, $3, $4, state, now()
       FROM unnest('{pending,delivered,failed}'::webhook_state[]) state`,
      [tenant.platformId, tenant.workspace, id, reference],
    );
    const words = [
      ...new Set([...keysOf([...values, name, 'Friends of Ada L']), address, address.toLowerCase(), name]),
    ];
    expect(await find(words)).toEqual(
      expect.arrayContaining([
        'public.contacts.email',
        'public.contacts.reference',
        'public.contacts.attributes',
        'public.events.idempotency_key',
        'public.events.payload',
        'public.events.contact_id',
        'public.idempotency_keys.key',
        'public.idempotency_keys.answer',
        'public.messages.idempotency_key',
        'public.messages.recipient',
        'public.refused_emits.event_type',
        'public.refused_emits.field_paths',
        'public.refused_emits.idempotency_key',
        'public.suppressions.email',
        'public.suppressions.note',
        'public.suppression_lifts.note',
        'public.tags.name',
        'public.webhooks.contact_id',
      ]),
    );

    await erase({ contact: `ref:${reference}` });

    expect(await find(words)).toEqual([]);
    // Whoever sends one of them again gets the first answer, with the contact that it had.
    for (const key of [keys[0] ?? '', keys.at(-1) ?? ''])
      expect(await rows('SELECT FROM messages WHERE idempotency_key = $1', [key])).toEqual([]);
    expect(await rows("SELECT FROM idempotency_keys WHERE key LIKE 'erased %'")).toHaveLength(keys.length + own.length);
    expect(
      await rows("SELECT FROM messages WHERE idempotency_key LIKE 'erased %' AND recipient IS NOT NULL"),
    ).toHaveLength(keys.length);
  });

  test('leaves the emits of others as they were but for the key, and answers a replay as before', async () => {
    await contacts.put('ref:bob', { email: 'bob@elsewhere.test' });
    const key = `invite:${Buffer.from('ada@example.com').toString('base64')}`;
    const recipient = { contact: 'ref:bob' };
    const first = await emit(key, { recipient });
    const untouched = ['order-88', 'invite:ricarda@example.com', [...'invite:ada@example.com'].reverse().join('')];
    for (const kept of untouched) await emit(kept, { recipient });
    await erase({ email: 'ada@example.com' });
    const { rows: stored } = await world.app.db.pool.query('SELECT idempotency_key AS key FROM messages ORDER BY id');
    expect(stored.map((row) => row.key)).toEqual([expect.stringMatching(/^erased [0-9a-f]{64}$/), ...untouched]);
    const again = await emit(key, { recipient });
    expect(again).toEqual({ ...first, replayed: true });
    expect(first.record.contact).toMatchObject({ reference: 'bob' });
    await expect(
      emit(key, { recipient, payload: { order_number: '2', tracking_url: 'https://example.com/1' } }),
    ).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    // After seven days the key is new, and the hash of the old one stands in nobody's way.
    world.advance(7 * 24 * 3_600_000);
    expect((await emit(key, { recipient })).replayed).toBe(false);
    await erase({ email: 'ada@example.com' });
    expect(await find([key])).toEqual([]);
  });

  test('ends at its workspace', async () => {
    await tenant.ask('mutation { workspaceCreate(input: { name: "Other", reference: "other" }) { workspace { id } } }');
    await emitEvent(ctx, 'ref:other', {
      type: 'order.shipped',
      idempotencyKey: 'invite:ada@example.com',
      recipient: { email: 'bob@elsewhere.test' },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    });
    await erase({ email: 'ada@example.com' });
    expect(await find(['invite:ada@example.com'])).toContain('public.events.idempotency_key');
  });

  test('finds a contact by addresses that it had when it was changed or deleted, and keys with them', async () => {
    await contacts.put('ref:lovelace', { email: 'byron@example.com' });
    const { id } = await contacts.get('ref:lovelace');
    await contacts.put('ref:lovelace', { email: 'ada@example.com' });
    await rows(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
       VALUES ($1, 'E', 'https://x.example/', '{}', now(), now())`,
      [tenant.platformId],
    );
    await rows(
      `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, contact_id, contact_reference,
         created_at)
       VALUES ($1, 'W', 'E', 'contact.suppressed', 'service', $2, $3, 'lovelace', now())`,
      [tenant.platformId, tenant.workspace, id],
    );
    for (const key of ['invite-lovelace-1', `of:${id}`, Buffer.from(id).toString('hex')]) await emit(key);
    await tenant.ask('mutation { contactDelete(workspace: "ref:shop", contact: "ref:lovelace") { deletedContactId } }');
    expect(await rows('SELECT FROM former_addresses')).toHaveLength(2);
    await erase({ email: 'byron@example.com' });
    expect(await find([id, Buffer.from(id).toString('hex'), 'lovelace', 'byron'])).toEqual([]);
    expect(await rows('SELECT FROM webhooks')).toEqual([]);
    expect(await rows('SELECT FROM former_addresses')).toEqual([]);
  });

  test('finds keys with a former address of a living contact, of which a hash alone is left', async () => {
    await contacts.put('ref:lovelace', { email: 'byron@bücher.example' });
    await contacts.put('ref:lovelace', { email: 'ada@example.com' });
    const keys = keysOf(['byron@bücher.example'], 'invite-');
    await emitAll(keys);
    await erase({ contact: 'ref:lovelace' });
    expect(await find(keys)).toEqual([]);
  });
});

describe('the search of an erasure', () => {
  async function manyKeys(count: number): Promise<string> {
    await emit('first');
    await copyEvents(world.app.db.pool, count);
    for (const table of ['events', 'messages']) {
      await rows(
        `UPDATE ${table} SET idempotency_key = 'ada@example.com/' || idempotency_key WHERE idempotency_key LIKE '%00'`,
      );
    }
    await rows(`UPDATE idempotency_keys SET key = 'ada@example.com/' || key WHERE key LIKE '%00'`);
    return (await erasePerson(ctx, 'ref:shop', { email: 'ada@example.com' })).id;
  }

  test('goes on in another process where the first one ended, row for row', async () => {
    const id = await manyKeys(2_500);
    const places: string[] = [];
    for (let steps = 1; (await eraseStep(createApp(world.app), turnOf(id))) !== 'done'; steps += 1) {
      expect(steps).toBeLessThan(100);
      const [{ searched }] = await rows('SELECT searched FROM erasures');
      places.push(searched);
    }
    const among = places.filter((place) => /^events \S/.test(place));
    expect(among.length).toBeGreaterThanOrEqual(3);
    expect(among).toEqual([...new Set(among)].sort());
    expect(places.at(-1)).toBe('end ');
    expect(await find(['ada@example.com'])).toEqual([]);
    expect(await rows("SELECT FROM idempotency_keys WHERE key LIKE 'erased %'")).toHaveLength(25);
  });

  test('by several processes at once hashes each key once', async () => {
    const id = await manyKeys(1_500);
    await Promise.all([1, 2, 3].map(() => eraseTurn(createApp(world.app), turnOf(id))));
    await eraseTurn(world.app, turnOf(id));
    expect(await rows('SELECT FROM erasures WHERE finished_at IS NULL')).toEqual([]);
    expect(await find(['ada@example.com'])).toEqual([]);
    expect(await rows("SELECT FROM messages WHERE idempotency_key ~ '^erased [0-9a-f]{64}$'")).toHaveLength(15);
  });

  test('holds no row while it reads: emits and claims of others go on', async () => {
    const id = await manyKeys(1_200);
    await eraseStep(world.app, turnOf(id));
    const client = await world.app.db.pool.connect();
    try {
      // Somebody holds a row that the search would change.
      await client.query('BEGIN');
      await client.query("SELECT FROM messages WHERE idempotency_key LIKE 'ada@%' FOR UPDATE");
      const step = eraseStep(world.app, turnOf(id));
      expect((await emit('beside')).replayed).toBe(false);
      await client.query('COMMIT');
      expect(await step).toBe('more');
    } finally {
      client.release();
    }
  });
});
