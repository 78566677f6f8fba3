/** How far an erasure reaches, how it goes on whatever dies, and how emits behave around it; without any mail. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseStep } from '../../src/people/erase-step.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { sweepErasures } from '../../src/people/sweep-erasures.ts';
import type { TurnKey } from '../../src/turns/jobs.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { completeWebhooks } from '../support/complete-webhooks.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { copyEvents } from './copy-events.ts';
import { findInDatabase } from './find-in-database.ts';

const address = 'ada.lovelace@example.com';
const minute = 60_000;

let world: World;
let tenant: Tenant;
let ctx: Ctx;
let contacts: ReturnType<typeof contactsOf>;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  ({ ctx } = tenant);
  contacts = contactsOf(world, tenant);
  await createWorkspace(ctx, { name: 'Other', reference: 'other' });
});
afterAll(() => world.close());
beforeEach(() =>
  rows(`TRUNCATE contacts, tags, events, messages, idempotency_keys, emit_rates, suppressions, platform_blocks, erasures, erased_addresses,
    webhook_endpoints CASCADE`),
);

let keys = 0;
async function emit(recipient: object, { workspace = 'ref:shop', key = `key-${++keys}` } = {}) {
  const { data, refusal } = await tenant.ask(
    `mutation ($workspace: ID!, $input: EventEmitInput!) {
      eventEmit(workspace: $workspace, input: $input) { replayed event { id idempotencyKey contact: contactAtEmit { id: contactId } message { id } } } }`,
    {
      workspace,
      input: {
        type: 'order.shipped',
        idempotencyKey: key,
        recipient,
        payload: { order_number: '1', tracking_url: 'https://example.com/1', customer_name: 'Ada Lovelace' },
      },
    },
  );
  if (refusal) throw refusal;
  return data.eventEmit;
}

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

async function erase(whom: object): Promise<void> {
  const { id } = await erasePerson(ctx, 'ref:shop', whom);
  await eraseTurn(world.app, { platformId: tenant.platformId, id });
  expect(await rows('SELECT FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', [id])).toHaveLength(1);
}

describe('an erasure', () => {
  test('of a bare address finds what its contact left when it was deleted', async () => {
    await contacts.put('ref:lovelace', { email: address, marketing: { state: 'subscribed', at: contacts.ago(60) } });
    const { id } = await contacts.get('ref:lovelace');
    await emit({ contact: 'ref:lovelace' }, { key: 'for-LOVELACE-1' });
    await rows(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
       VALUES ($1, 'E', 'https://x.example/', '{}', now(), now())`,
      [tenant.platformId],
    );
    await rows(
      `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, contact_id, contact_reference,
         created_at)
       VALUES ($1, 'W', 'E', 'contact.left_marketing', 'recipient', $2, $3, 'lovelace', now())`,
      [tenant.platformId, tenant.workspace, id],
    );
    await tenant.ask('mutation { contactDelete(workspace: "ref:shop", contact: "ref:lovelace") { deletedContactId } }');
    await erase({ email: address.toUpperCase() });
    expect(await findInDatabase(world.app.db.pool, ['lovelace', id])).toEqual([]);
  });

  test('of a contact takes mail to its earlier addresses along, but not one that is somebody else\u2019s by now', async () => {
    await contacts.put('ref:lovelace', { email: 'byron@example.com' });
    await emit({ contact: 'ref:lovelace' });
    await contacts.put('ref:lovelace', { email: 'shared@example.com' });
    await emit({ contact: 'ref:lovelace' });
    await contacts.put('ref:lovelace', { email: address });
    await contacts.put('ref:heir', { email: 'shared@example.com' });
    await emit({ contact: 'ref:heir' });
    await erase({ contact: 'ref:lovelace' });
    expect(await findInDatabase(world.app.db.pool, ['lovelace@', 'ref:lovelace', 'byron@'])).toEqual([]);
    expect(await rows('SELECT contact_reference AS reference FROM messages')).toEqual([{ reference: 'heir' }]);
    expect(await contacts.get('ref:heir')).toMatchObject({ email: 'shared@example.com' });
    expect(await rows('SELECT FROM erased_addresses')).toHaveLength(2);
  });

  test('ends at its workspace: another one holds the person as before', async () => {
    for (const workspace of ['ref:shop', 'ref:other']) {
      await tenant.ask(
        `mutation ($workspace: ID!) { contactUpsert(workspace: $workspace, contact: "ref:lovelace", input: {
          email: "${address}" }) { created } }`,
        { workspace },
      );
      await emit({ contact: 'ref:lovelace' }, { workspace });
    }
    await rows(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, 'S', NULL, $2, $3, 'hard_bounce', 'all', now())`,
      [tenant.platformId, address, world.app.secrets.addressHash(address)],
    );
    await erase({ email: address });
    expect(await rows('SELECT w.reference FROM contacts c JOIN workspaces w ON w.id = c.workspace_id')).toEqual([
      { reference: 'other' },
    ]);
    expect(await rows('SELECT recipient FROM messages')).toEqual([{ recipient: address }]);
    // The platform's own keeps the address for the other workspace's sake.
    expect(await rows('SELECT email FROM suppressions')).toEqual([{ email: address }]);
    const { id } = await erasePerson(ctx, 'ref:other', { contact: 'ref:lovelace' });
    await eraseTurn(world.app, { platformId: tenant.platformId, id });
    expect(await rows('SELECT email FROM suppressions')).toEqual([{ email: null }]);
    expect(await findInDatabase(world.app.db.pool, ['lovelace'])).toEqual([]);
  });

  test('hides only keys that name the person, by address or reference, percent-encoded too', async () => {
    await contacts.put('ref:c-4711', { email: address });
    const named = ['c-4711/7', `A:${address.toUpperCase()}`, `b:${encodeURIComponent(address)}`];
    for (const key of [...named, 'order-88']) await emit({ contact: 'ref:c-4711' }, { key });
    await erase({ contact: 'ref:c-4711' });
    for (const [table, column] of [
      ['events', 'idempotency_key'],
      ['idempotency_keys', 'key'],
    ]) {
      const kept = (await rows(`SELECT ${column} AS key FROM ${table}`)).map(({ key }) => key).sort();
      expect(kept, table).toHaveLength(4);
      expect(
        kept.filter((key) => /^erased [0-9a-f]{64}$/.test(key)),
        table,
      ).toHaveLength(3);
      expect(kept, table).toContain('order-88');
    }
    for (const key of [...named, 'order-88']) {
      const { replayed, event } = await emit({ contact: 'ref:c-4711' }, { key });
      expect([replayed, event.idempotencyKey, event.contact]).toEqual([true, key, null]);
    }
  });

  test('that is asked for twice, or of an address that nobody ever had, simply runs', async () => {
    await emit({ email: address });
    const both = await Promise.all([1, 2].map(() => erasePerson(ctx, 'ref:shop', { email: address })));
    for (const { id } of both) await eraseTurn(world.app, { platformId: tenant.platformId, id });
    await erase({ email: 'nobody@example.com' });
    expect(await rows('SELECT FROM erasures WHERE finished_at IS NULL')).toEqual([]);
    expect(await findInDatabase(world.app.db.pool, ['lovelace', 'nobody@'])).toEqual([]);
  });

  test('refuses a contact that is not there, and both or neither of contact and email', async () => {
    for (const input of [{ contact: 'ref:none' }, {}, { contact: 'ref:a', email: address }]) {
      await expect(erasePerson(ctx, 'ref:shop', input)).rejects.toMatchObject({
        code: 'validation_failed',
        details: { errors: { contact: [expect.any(String)] } },
      });
    }
    await expect(erasePerson(ctx, 'ref:shop', { email: 'no address' })).rejects.toMatchObject({
      details: { errors: { email: [expect.any(String)] } },
    });
  });

  test('is not another platform\u2019s to ask for or to see', async () => {
    const other = await world.tenant({ name: 'Other' });
    const theirs = { ...ctx, platformId: other.platformId };
    await expect(erasePerson(theirs, tenant.workspace, { email: address })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { id } = await erasePerson(ctx, 'ref:shop', { email: address });
    const { refusal } = await other.ask(
      'query ($workspace: ID!, $id: ID!) { erasure(workspace: $workspace, id: $id) { id } }',
      { workspace: tenant.workspace, id },
    );
    expect(refusal?.code).toBe('not_found');
  });
});

describe('an erasure beside a report', () => {
  test('that is just being written down waits for it, and leaves no webhook of it', async () => {
    const { event } = await emit({ email: address });
    await rows(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
       VALUES ($1, 'E', 'https://x.example/', '{message.bounced}', now(), now())`,
      [tenant.platformId],
    );
    await rows("UPDATE messages SET state = 'sent'");
    const { id } = await erasePerson(ctx, 'ref:shop', { email: address });
    const turn = { platformId: tenant.platformId, id };
    await world.app.db.transaction(async (client) => {
      await client.query("UPDATE messages SET state = 'bounced' WHERE id = $1", [event.message.id]);
      await client.query(
        `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, created_at)
         SELECT platform_id, 'W', 'E', 'message.bounced', 'service', workspace_id, id, now() FROM messages`,
      );
      expect(await eraseStep(world.app, turn)).toBe('waiting');
    });
    await eraseTurn(world.app, turn);
    expect(await rows('SELECT FROM messages')).toEqual([]);
    expect(await rows('SELECT FROM webhooks')).toEqual([]);
    expect(await rows('SELECT FROM erasures WHERE finished_at IS NULL')).toEqual([]);
  });
});

describe('an erasure that is broken off', () => {
  const manyEvents = async (count: number) => {
    await emit({ email: address });
    await copyEvents(world.app.db.pool, count);
  };
  const left = async () => (await rows('SELECT count(*)::int AS n FROM messages'))[0].n;

  test('has mail withdrawn at once, loses nothing half-way, and is finished by whoever sweeps next', async () => {
    await manyEvents(450);
    const { id } = await erasePerson(ctx, 'ref:shop', { email: address });
    expect(await rows('SELECT FROM messages WHERE recipient IS NOT NULL')).toEqual([]);
    const turn = { platformId: tenant.platformId, id };
    expect(await eraseStep(world.app, turn)).toBe('more');
    const halfWay = await left();
    expect(halfWay).toBeGreaterThan(0);
    expect(halfWay).toBeLessThan(450);
    // The process is gone; another one sweeps.
    const asked: TurnKey[] = [];
    const wake = {
      ...world.app.wake,
      ask: async (_queue: string, turns: readonly TurnKey[]) => void asked.push(...turns),
    };
    const other = createApp({ ...world.app, wake });
    await sweepErasures(other);
    expect(asked).toEqual([turn]);
    await eraseTurn(other, turn);
    expect(await left()).toBe(0);
    expect(await findInDatabase(world.app.db.pool, ['lovelace'])).toEqual([]);
    await sweepErasures(other);
    expect(asked).toEqual([turn]);
  });

  test('by its connections being cut again and again, ends all the same', async () => {
    await manyEvents(1_000);
    const { id } = await erasePerson(ctx, 'ref:shop', { email: address });
    const turn = { platformId: tenant.platformId, id };
    const database = (await rows('SELECT current_database() AS name'))[0].name;
    let cuts = 0;
    let finished = false;
    for (let tries = 1; !finished && tries <= 60; tries += 1) {
      let running = true;
      const turned = eraseTurn(world.app, turn)
        .catch(() => undefined)
        .finally(() => {
          running = false;
        });
      // Cut in the middle of whatever statement it is at.
      for (let cut = 0; running && cut === 0 && cuts < 8; cuts += cut) {
        const { rowCount } = await world.app.db.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = $1 AND pid <> pg_backend_pid() AND state <> 'idle'`,
          [database],
        );
        cut = rowCount ?? 0;
      }
      await turned;
      finished = (await rows('SELECT FROM erasures WHERE finished_at IS NULL')).length === 0;
    }
    expect(finished).toBe(true);
    expect(cuts).toBeGreaterThan(0);
    expect(await left()).toBe(0);
    expect(await findInDatabase(world.app.db.pool, ['lovelace'])).toEqual([]);
  });

  test('and one that runs twice at once, take each row once', async () => {
    await manyEvents(300);
    const { id } = await erasePerson(ctx, 'ref:shop', { email: address });
    const turn = { platformId: tenant.platformId, id };
    await Promise.all([1, 2, 3].map(() => eraseTurn(world.app, turn)));
    await eraseTurn(world.app, turn);
    expect(await rows('SELECT FROM erasures WHERE finished_at IS NULL')).toEqual([]);
    expect(await left()).toBe(0);
  });
});

describe('an erasure beside an attempt', () => {
  test('waits for what is being sent or delivered, and for no longer than its lease when its process died', async () => {
    const { event } = await emit({ email: address });
    const now = world.now();
    const lease = new Date(now.getTime() + minute);
    await rows(`UPDATE messages SET state = 'sending', attempt_number = 1, lease_until = $1`, [lease]);
    await rows(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
       VALUES ($1, 'E', 'https://x.example/', '{}', $2, $2)`,
      [tenant.platformId, now],
    );
    await rows(
      `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, created_at)
       VALUES ($1, 'W', 'E', 'message.delivered', 'service', $2, $3, $4)`,
      [tenant.platformId, tenant.workspace, event.message.id, now],
    );
    await completeWebhooks(world.app.db.pool);
    await rows('UPDATE pending_webhooks SET lease_until = $1', [lease]);
    const { id } = await erasePerson(ctx, 'ref:shop', { email: address });
    const turn = { platformId: tenant.platformId, id };
    expect(await eraseStep(world.app, turn)).toBe('waiting');
    world.advance(minute - 1);
    await sweepMessages(world.app);
    expect(await eraseStep(world.app, turn)).toBe('waiting');
    world.advance(2);
    await sweepMessages(world.app);
    await eraseTurn(world.app, turn);
    expect(await rows('SELECT FROM erasures WHERE finished_at IS NULL')).toEqual([]);
    expect([await rows('SELECT FROM messages'), await rows('SELECT FROM webhooks')]).toEqual([[], []]);
    expect(await findInDatabase(world.app.db.pool, ['lovelace'])).toEqual([]);
  });
});

describe('an emit', () => {
  test('that was decided before the erasure and is written after it finds its key, and mails nobody', async () => {
    await contacts.put('ref:c-4711', { email: address });
    const key = `late-${address}`;
    await emit({ contact: 'ref:c-4711' }, { key });
    const [first, , , , second] = await Promise.all([
      emit({ contact: 'ref:c-4711' }, { key }),
      erase({ contact: 'ref:c-4711' }),
      emit({ contact: 'ref:c-4711' }, { key }),
      emit({ contact: 'ref:c-4711' }, { key }),
      emit({ contact: 'ref:c-4711' }, { key }),
    ]);
    expect([first.replayed, second.replayed]).toEqual([true, true]);
    expect(await rows('SELECT FROM messages')).toEqual([]);
    expect(await rows('SELECT FROM events')).toHaveLength(1);
  });

  test('to an erased contact is refused, to the bare address it is a new one', async () => {
    await contacts.put('ref:c-4711', { email: address });
    await erase({ contact: 'ref:c-4711' });
    await expect(emit({ contact: 'ref:c-4711' })).rejects.toMatchObject({
      details: { errors: { 'recipient.contact': [expect.any(String)] } },
    });
    expect((await emit({ email: address })).event.contact).toBeNull();
    expect(await rows('SELECT FROM messages WHERE recipient = $1', [address])).toHaveLength(1);
  });

  test.each([
    { edge: 'an instant before seven days', after: 7 * 24 * 3_600_000 - 1, replayed: true },
    { edge: 'after seven days', after: 7 * 24 * 3_600_000, replayed: false },
  ])('replayed $edge by its key of an erased person: $replayed', async ({ after, replayed }) => {
    const key = `week-${address}`;
    await emit({ email: address }, { key });
    await erase({ email: address });
    world.advance(after);
    expect((await emit({ email: address }, { key })).replayed).toBe(replayed);
  });

  test('keeps its erased key where an earlier emit to somebody else, with the same key, is erased after it', async () => {
    const key = `week-${address}`;
    await emit({ email: 'bob@example.com' }, { key });
    world.advance(7 * 24 * 3_600_000);
    expect((await emit({ email: address }, { key })).replayed).toBe(false);
    await erase({ email: address });
    expect((await emit({ email: address }, { key })).replayed).toBe(true);
    world.advance(7 * 24 * 3_600_000);
    expect((await emit({ email: address }, { key })).replayed).toBe(false);
    await erase({ email: address });
    expect(await rows('SELECT count(*)::int FROM idempotency_keys')).toEqual([{ count: 1 }]);
  });
});
