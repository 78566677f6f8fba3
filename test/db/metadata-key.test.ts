/** Events and messages are found by a pair through the index of pairs, whatever the planner knows, and no other rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findEventIds } from '../../src/events/find-event-ids.ts';
import { newId } from '../../src/ground/ids.ts';
import type { Keyset } from '../../src/ground/lists/keyset.ts';
import { findMessageIds } from '../../src/messages/list/find-message-ids.ts';
import { examine } from '../support/examined-rows.ts';
import { createWorld, type World } from '../support/world.ts';

const shop = 'S'.repeat(26);
const other = 'T'.repeat(26);
/** Both ends of a period of four weeks, with periods without any event between them. */
const times = [
  '2026-07-19T23:59:59.999Z',
  '2026-07-20T00:00:00.000Z',
  '2026-08-17T00:00:00.000Z',
  '2026-11-26T12:00:00Z',
];
const idOf = (letter: string, at: number) => `${letter}${String(at).padStart(25, '0')}`;
const page: Keyset = { range: {}, direction: 'asc', take: 50 };

let world: World;
let platformId: string;

beforeAll(async () => {
  world = await createWorld();
  ({ platformId } = await world.tenant({ eventType: 'order.shipped' }));
  await insert(shop, 'A', { order: '1001', plan: 'pro' });
  await insert(shop, 'B', { order: '1001' });
  await insert(shop, 'C', { orde: 'r1001', ord: 'er=1001', plan: '' });
  await insert(other, 'D', { order: '1001', plan: 'pro' });
  // Far more rows without pairs, which the statistics know.
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, created_at)
       SELECT $1, $2, 'Z' || lpad(n::text, 25, '0'), 't', 'order.shipped', 1, n, '{}', 'x', $3
       FROM generate_series(1, 5000) n`,
      [platformId, shop, times[3]],
    );
  });
  await world.app.db.pool.query('ANALYZE events, messages');
});
afterAll(() => world.close());

async function insert(workspaceId: string, letter: string, metadata: object): Promise<void> {
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    const values = [platformId, workspaceId, times.map((_, at) => idOf(letter, at)), times, JSON.stringify(metadata)];
    await client.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, metadata, created_at)
       SELECT $1, $2, id, 't', 'order.shipped', 1, id, '{}', 'x', $5, at FROM unnest($3::text[], $4::timestamptz[]) i (id, at)`,
      values,
    );
    await client.query(
      `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                             address_hash, template_version_id, locale, timezone, fell_back, due_at, expires_at, ended_at,
                             created_at, metadata)
       SELECT $1, $2, id, id, 't', id, 'delivered', 'a@example.com', 'x', '', 'en', 'UTC', '{}', at, at, at, at, $5
       FROM unnest($3::text[], $4::timestamptz[]) i (id, at)`,
      values,
    );
  });
}

const busy = 'B'.repeat(26);
const busyRows = 20_000;

/** Events of a month in a busy workspace: all have the pair `env`, each has an order, and one has a contact. */
async function insertBusy(): Promise<void> {
  const first = new Date('2026-10-01T00:00:00Z').getTime();
  const at = Array.from({ length: busyRows }, (_, n) => new Date(first + n * 120_000));
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, contact_id, metadata, created_at)
       SELECT $1, $2, id, 't', 'order.shipped', 1, id, '{}', 'x', CASE WHEN n = 9 THEN 'nine' END,
              jsonb_build_object('env', 'prod', 'order', n::text), at
       FROM unnest($3::text[], $4::timestamptz[]) WITH ORDINALITY i (id, at, n)`,
      [platformId, busy, at.map((time) => newId(time)), at],
    );
  });
}

const noFilter = {
  eventTypeId: null,
  oneOfTypes: null,
  addressHash: null,
  contactId: null,
  idempotencyKey: null,
  keyStart: null,
};

function findEvents(metadata: Readonly<Record<string, string>>, workspaceIds = [shop], more: object = {}) {
  const [workspaceId = shop] = workspaceIds;
  const question = { platformId, workspaceId, workspaceIds, eventTypeIds: [], now: new Date(), page };
  return examine(world.app.db, (client) => findEventIds(client, { ...question, ...noFilter, metadata, ...more }));
}

function findMessages(metadata: Readonly<Record<string, string>>, workspaceIds = [shop]) {
  return examine(world.app.db, (client) =>
    findMessageIds(client, { platformId, workspaceIds, now: new Date(), page, metadata }),
  );
}

const all = (...letters: string[]) => letters.flatMap((letter) => times.map((_, at) => idOf(letter, at)));

test.each([
  [{ order: '1001' }, all('A', 'B')],
  [{ order: '1001', plan: 'pro' }, all('A')],
  [{ plan: '' }, all('C')],
  [{ order: '1001', plan: 'free' }, []],
  [{ order: '100' }, []],
])('%j finds its rows in every period, and those of no other workspace', async (pairs, expected) => {
  for (const { result, scans, rows } of [await findEvents(pairs), await findMessages(pairs)]) {
    expect(result).toEqual({ ids: expected, end: null });
    expect(scans).toContain('Bitmap Index Scan events_default_metadata_idx');
    expect(scans.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
    // Those that are found, the first of each period, and a sample.
    expect(rows).toBeLessThan(350);
  }
});

describe('of many events with one pair', () => {
  const byPairs = 'Bitmap Index Scan events_default_metadata_idx';
  beforeAll(insertBusy);

  test('the pair is not looked up in the index, whatever else is asked', async () => {
    for (const more of [{}, { eventTypeId: 'no such type' }]) {
      const { result, scans, rows } = await findEvents({ env: 'prod' }, [busy], more);
      expect(result.ids).toHaveLength('eventTypeId' in more ? 0 : page.take);
      expect(scans).not.toContain(byPairs);
      expect(rows).toBeLessThan(5_000);
    }
    const { scans } = await findMessages({ env: 'prod' }, [shop, busy]);
    expect(scans).not.toContain(byPairs);
  });

  test('a rare pair beside it is looked up', async () => {
    const { result, scans } = await findEvents({ env: 'prod', order: '77' }, [busy]);
    expect(result).toMatchObject({ ids: [expect.any(String)], end: null });
    expect(scans).toContain(byPairs);
  });

  test('a contact is looked up instead', async () => {
    const { result, scans } = await findEvents({ order: '9' }, [busy], { contactId: 'nine' });
    expect(result).toMatchObject({ ids: [expect.any(String)], end: null });
    expect(scans).not.toContain(byPairs);
  });
});

test('several workspaces are asked in one statement', async () => {
  const { result } = await findMessages({ plan: 'pro' }, [shop, other]);
  expect(result.ids).toEqual(all('A', 'D'));
});

test('an event without pairs has no entry, and one that loses its pairs is found no longer', async () => {
  const { rows } = await world.app.db.pool.query<{ keys: string[] | null }>(
    'SELECT metadata_keys(1, $1, NULL) AS keys',
    [shop],
  );
  expect(rows[0]?.keys ?? []).toEqual([]);
  const { rows: indexes } = await world.app.db.pool.query<{ only: string }>(
    "SELECT pg_get_expr(indpred, indrelid) AS only FROM pg_index WHERE indexrelid = 'events_metadata_idx'::regclass",
  );
  expect(indexes[0]?.only).toBe('(metadata IS NOT NULL)');
  await world.app.db.pool.query('UPDATE events SET metadata = NULL WHERE id = $1', [idOf('B', 0)]);
  const { result } = await findEvents({ order: '1001' });
  expect(result.ids).toEqual(all('A', 'B').filter((id) => id !== idOf('B', 0)));
});
