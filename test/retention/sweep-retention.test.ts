/** Rows that are removed after their lifetime, with the instants around each edge, in batches. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { sweepRetention } from '../../src/retention/sweep-retention.ts';
import { purgeDeletedWorkspaces } from '../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const hour = 3_600_000;
const day = 24 * hour;
const instant = 1;

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());
beforeEach(() =>
  rows(`TRUNCATE events, messages, idempotency_keys, emit_rates, webhook_endpoints, webhooks, pending_webhooks,
    retention_marks CASCADE`),
);

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const count = async (table: string, where = 'true') =>
  (await rows(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`))[0].n;

async function emit(key = 'one') {
  const { data, refusal } = await tenant.ask(
    `mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) {
      replayed event { id message { id } } } }`,
    {
      input: {
        type: 'order.shipped',
        idempotencyKey: key,
        recipient: { email: 'ada@example.com' },
        payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      },
    },
  );
  if (refusal) throw refusal;
  return data.eventEmit;
}

async function addWebhook(state: string): Promise<void> {
  await rows(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, 'E', 'https://x.example/', '{}', now(), now())`,
    [tenant.platformId],
  );
  await rows(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, created_at)
     VALUES ($1, 'W', 'E', 'message.delivered', 'service', $2::webhook_state, $3)`,
    [tenant.platformId, state, world.now()],
  );
}

/** Sweeps `lifetime` later, an instant early and then on time; gives what `look` sees each time. */
async function around<Seen>(
  lifetime: number,
  look: () => Promise<Seen>,
  app: App = world.app,
): Promise<readonly Seen[]> {
  world.advance(lifetime - instant);
  await sweepAll(app);
  const before = await look();
  world.advance(instant);
  await sweepAll(app);
  return [before, await look()];
}

describe('retention', () => {
  test('drops idempotency keys after seven days, and the same key is then a new emit', async () => {
    await emit();
    expect(await around(7 * day, () => count('idempotency_keys'))).toEqual([1, 0]);
    expect((await emit()).replayed).toBe(false);
  });

  test('drops refused emits after seven days', async () => {
    const input = '{ type: "a", idempotencyKey: "a", recipient: { email: "a@example.com" }, payload: {} }';
    await tenant.ask(`mutation { eventEmit(workspace: "ref:nowhere", input: ${input}) { replayed } }`);
    await world.app.parts.refusedEmits.settled();
    expect(await around(7 * day, () => count('refused_emits'))).toEqual([1, 0]);
  });

  test('drops webhooks that ended after thirty days', async () => {
    await addWebhook('delivered');
    expect(await around(30 * day, () => count('webhooks'))).toEqual([1, 0]);
  });

  test('drops former addresses of contacts after ninety days', async () => {
    await tenant.ask(
      'mutation { contactUpsert(workspace: "ref:shop", contact: "ref:a", input: { email: "a@example.com" }) { created } }',
    );
    await tenant.ask('mutation { contactDelete(workspace: "ref:shop", contact: "ref:a") { deletedContactId } }');
    expect(await around(90 * day, () => count('former_addresses'))).toEqual([1, 0]);
  });

  test('lets a webhook that is still tried be, however old', async () => {
    await addWebhook('pending');
    expect(await around(30 * day, () => count('webhooks'))).toEqual([1, 1]);
  });

  test('drops events with their messages after ninety days; they are gone for callers at that very instant', async () => {
    const { event } = await emit();
    world.advance(90 * day - instant);
    const read = () => tenant.ask('query ($id: ID!) { event(workspace: "ref:shop", id: $id) { id } }', event);
    expect((await read()).refusal).toBeNull();
    world.advance(instant);
    expect((await read()).refusal?.code).toBe('not_found');
    world.advance(-instant);
    await sweepAll(world.app);
    expect([await count('events'), await count('messages')]).toEqual([1, 1]);
    world.advance(instant);
    await sweepAll(world.app);
    expect([await count('events'), await count('messages')]).toEqual([0, 0]);
  });

  test('a webhook that is still tried keeps its event; one that ended goes with it', async () => {
    await emit();
    world.advance(70 * day);
    await addWebhook('pending');
    await rows(
      'UPDATE webhooks h SET workspace_id = m.workspace_id, message_id = m.id FROM messages m WHERE m.recipient IS NOT NULL',
    );
    world.advance(20 * day);
    await sweepAll(world.app);
    expect([await count('events'), await count('messages'), await count('webhooks')]).toEqual([1, 1, 1]);
    await rows("UPDATE webhooks SET state = 'failed'");
    await sweepAll(world.app);
    expect([await count('events'), await count('messages'), await count('webhooks')]).toEqual([0, 0, 0]);
  });

  test('drops messages whose event is gone before them after ninety days, and the webhooks about them', async () => {
    await emit();
    world.advance(80 * day);
    await addWebhook('failed');
    await rows('UPDATE webhooks h SET workspace_id = m.workspace_id, message_id = m.id FROM messages m');
    // As a version does it that left the messages to a foreign key.
    await rows('DELETE FROM events');
    world.advance(-80 * day);
    expect(await around(90 * day, () => count('messages'))).toEqual([1, 0]);
    expect(await count('webhooks')).toBe(0);
  });

  test('drops the counts of emits to an address after an hour', async () => {
    await emit();
    expect(await around(hour, () => count('emit_rates'))).toEqual([1, 0]);
  });

  test('strips content after thirty days: payload, values and replies; the rows and the address stay', async () => {
    const { event } = await emit();
    await rows(
      `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, outcome, reply)
       VALUES ($1, $2, 1, now(), 5, 'smtp', 'delivered', '250 taken')`,
      [tenant.workspace, event.message.id],
    );
    await rows(
      `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard, reply)
       VALUES ($1, $2, 1, now(), 'delayed', false, '450 later')`,
      [tenant.workspace, event.message.id],
    );
    const content = async () => [
      await count('events', 'payload IS NOT NULL'),
      await count('messages', 'values IS NOT NULL'),
      await count('message_attempts', 'reply IS NOT NULL'),
      await count('message_reports', 'reply IS NOT NULL'),
      await count('messages', 'recipient IS NOT NULL'),
    ];
    expect(await around(30 * day, content)).toEqual([
      [1, 1, 1, 1, 1],
      [0, 0, 0, 0, 1],
    ]);
    expect([await count('events'), await count('messages'), await count('message_attempts')]).toEqual([1, 1, 1]);
  });

  test('strips content when the operator says', async () => {
    await emit();
    const app = createApp({ ...world.app, config: { ...world.app.config, messageContentDays: 2 } });
    const content = async () => [
      await count('events', 'payload IS NOT NULL'),
      await count('messages', 'values IS NOT NULL'),
    ];
    expect(await around(2 * day, content, app)).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  test('keeps files until their message is final, by whatever way it became so', async () => {
    const { event } = await emit();
    await rows(
      `INSERT INTO attachments (workspace_id, message_id, position, filename, media_type, content)
       VALUES ($1, $2, 0, 'a.pdf', 'application/pdf', 'x')`,
      [tenant.workspace, event.message.id],
    );
    const states = ['queued', 'sending', 'sent', 'delivered'];
    const left: number[] = [];
    for (const state of states) {
      await rows('UPDATE messages SET state = $1::message_state', [state]);
      await sweepAll(world.app);
      left.push(await count('attachments'));
    }
    expect(left).toEqual([1, 1, 1, 0]);
  });

  test('goes batch by batch, passes over what somebody holds, and comes to an end', async () => {
    await emit();
    await rows(`INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at)
      SELECT platform_id, workspace_id, key || n, body_hash, event_id, answer, created_at
      FROM idempotency_keys, generate_series(2, 700) n`);
    await rows(`INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version,
        idempotency_key, payload, address_hash, created_at)
      SELECT platform_id, workspace_id, id || n, event_type_id, type, event_type_version, idempotency_key, payload,
             address_hash, created_at + n * interval '1 second' FROM events, generate_series(2, 500) n`);
    world.advance(31 * day);
    const holder = await world.app.db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query("SELECT FROM idempotency_keys WHERE key = 'one' FOR UPDATE");
      await sweepAll(world.app);
      expect([await count('idempotency_keys'), await count('events', 'payload IS NOT NULL')]).toEqual([1, 0]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await sweepAll(world.app);
    expect(await count('idempotency_keys')).toBe(0);
  });

  test('locks rows, never a table', async () => {
    await emit();
    await addWebhook('delivered');
    const gone = await tenant.ask(
      `mutation { workspaceCreate(input: { name: "Gone", reference: "gone" }) { workspace { id } } }`,
    );
    await tenant.ask('mutation { workspaceDelete(workspace: "ref:gone") { deletedWorkspaceId } }');
    await rows(
      `INSERT INTO tags (platform_id, workspace_id, id, key, name)
       SELECT $1, $2, 'T' || n, 'k' || n, 'n' FROM generate_series(1, 3) n`,
      [tenant.platformId, gone.data.workspaceCreate.workspace.id],
    );
    const taken = new Set<string>();
    const { db } = world.app;
    const transaction: App['db']['transaction'] = (work) =>
      db.transaction(async (client) => {
        const result = await work(client);
        const { rows: locks } = await client.query<{ mode: string; written: string | null }>(
          `SELECT l.mode, c.relname AS written FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
           WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation'`,
        );
        for (const { mode, written } of locks) taken.add(mode === 'RowExclusiveLock' ? `rows of ${written}` : mode);
        return result;
      });
    world.advance(100 * day);
    const app = createApp({ ...world.app, db: { ...db, transaction } });
    await sweepAll(app);
    await purgeDeletedWorkspaces(app);
    expect([await count('events'), await count('webhooks'), await count('tags')]).toEqual([0, 0, 0]);
    const modes = [...taken].filter((name) => !name.startsWith('rows of '));
    expect(modes.filter((mode) => !['AccessShareLock', 'RowShareLock'].includes(mode))).toEqual([]);
    for (const table of [
      'events_default',
      'messages_default',
      'webhooks_default',
      'idempotency_keys_default',
      'tags',
      'workspaces',
    ]) {
      expect(taken).toContain(`rows of ${table}`);
    }
  });

  test('by two workers at once is still one batch at a time, and harms nobody', async () => {
    await emit();
    world.advance(31 * day);
    await Promise.all([1, 2, 3].map(() => sweepRetention(world.app)));
    // Each sweep skips a purge whose turn comes while another sweep holds the lock: the next sweep has it.
    await sweepAll(world.app);
    expect([await count('idempotency_keys'), await count('events', 'payload IS NOT NULL')]).toEqual([0, 0]);
  });
});
