/** Events of an address are found through keys of periods: all of them, in every time zone, and nobody else's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { periodSql, readPeriods, toAddressesSql } from '../../src/db/address-key.ts';
import { formFor } from '../../src/db/by-workspace.ts';
import { readByIndexes } from '../../src/db/lists/walk.ts';
import { findEventIds } from '../../src/events/find-event-ids.ts';
import { findMessageIds } from '../../src/messages/list/find-message-ids.ts';
import { readPerson } from '../../src/people/read-person.ts';
import { createWorld, type World } from '../support/world.ts';

const shop = 'S'.repeat(26);
const other = 'T'.repeat(26);
/** Hashes that have one key in `shop` in each period. */
const hash = Buffer.from('99186');
const twin = Buffer.from('2193349');
/** Both ends of a period, periods without any event between others, and a time before the first period. */
const times = [
  '1999-12-31T23:59:59.999Z',
  '2000-01-03T00:00:00.000Z',
  '2026-07-19T23:59:59.999Z',
  '2026-08-17T00:00:00.000Z',
  '2026-11-26T12:00:00.000Z',
  '2031-01-01T00:00:00.000Z',
];
const events = [
  [shop, hash, 'A'],
  [shop, twin, 'B'],
  [other, hash, 'C'],
] as const;
const idOf = (letter: string, at: number) => `${letter}${String(at).padStart(25, '0')}`;
const idsOf = (letter: string) => times.map((_, at) => idOf(letter, at));

let world: World;
let platformId: string;

beforeAll(async () => {
  world = await createWorld();
  ({ platformId } = await world.tenant({ eventType: 'order.shipped' }));
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    for (const [workspaceId, addressHash, letter] of events) {
      const values = [platformId, workspaceId, idsOf(letter), addressHash, times];
      await client.query(
        `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key,
                             payload, address_hash, created_at)
         SELECT $1, $2, id, 't', 'order.shipped', 1, id, '{}', $4, at
         FROM unnest($3::text[], $5::timestamptz[]) i (id, at)`,
        values,
      );
      await client.query(
        `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                               address_hash, template_version_id, locale, timezone, fell_back, due_at, expires_at,
                               ended_at, created_at)
         SELECT $1, $2, id, id, 't', id, 'delivered', 'a@example.com', $4, '', 'en', 'UTC', '{}', at, at, at, at
         FROM unnest($3::text[], $5::timestamptz[]) i (id, at)`,
        values,
      );
    }
  });
});
afterAll(() => world.close());

async function found(condition: string, values: unknown[], timezone = 'UTC'): Promise<readonly string[]> {
  return world.app.db.transaction(async (client) => {
    await client.query("SELECT set_config('TimeZone', $1, true)", [timezone]);
    const text = `SELECT e.id FROM events e WHERE ${condition} ORDER BY e.id`;
    const { rows } = await client.query<{ id: string }>(text, values);
    return rows.map(({ id }) => id);
  });
}

test('a cluster finds each period that has events, and no other', async () => {
  const { rows } = await world.app.db.pool.query<{ number: number }>(
    `SELECT DISTINCT ${periodSql('created_at')} AS number FROM events ORDER BY number`,
  );
  expect(rows).toHaveLength(times.length - 1);
  expect(await readPeriods(world.app.db.pool)).toEqual(rows.map(({ number }) => number));
});

test('keys lie by period, and the two addresses share theirs', async () => {
  const { rows: indexes } = await world.app.db.pool.query<{ key: string }>(
    "SELECT pg_get_indexdef('events_address_key_idx'::regclass, 1, true) AS key",
  );
  const { rows: keys } = await world.app.db.pool.query<{ period: string; keys: string }>(
    `SELECT ${indexes[0]?.key} >> 40 AS period, count(DISTINCT ${indexes[0]?.key}) AS keys
     FROM events WHERE workspace_id = $1 GROUP BY period ORDER BY period`,
    [shop],
  );
  // Four weeks each; the two days before the first one count as its own.
  expect(keys).toEqual(['0', '346', '347', '350', '404'].map((period) => ({ period, keys: '1' })));
});

test.each(['UTC', 'Pacific/Kiritimati', 'America/St_Johns'])(
  'every event of an address is found in %s',
  async (zone) => {
    const theirs = toAddressesSql('e', '$1', '$2::bytea[]');
    expect(await found(theirs, [shop, [hash]], zone)).toEqual(idsOf('A'));
    expect(await found(theirs, [shop, [hash, twin]], zone)).toEqual([...idsOf('A'), ...idsOf('B')]);
    expect(await found(theirs, [shop, []], zone)).toEqual([]);
    expect(await found(theirs, [other, [twin]], zone)).toEqual([]);
  },
);

test('lists and erasures tell two addresses with one key apart', async () => {
  const page = { range: {}, direction: 'asc', take: 50 } as const;
  const now = new Date('2031-01-02T00:00:00Z');
  const common = {
    platformId,
    eventTypeId: null,
    oneOfTypes: null,
    contactId: null,
    idempotencyKey: null,
    keyStart: null,
    metadata: null,
    now,
    page,
  } as const;
  const places = { workspaceIds: [shop, other], addressHash: hash } as const;
  const ids = await readByIndexes(world.app.db, (client) =>
    findEventIds(client, { ...common, ...places, workspaceId: shop, eventTypeIds: [] }),
  );
  expect(ids).toEqual({ ids: idsOf('A'), end: null });
  const filters = { state: null, templateVersionId: null, bounce: null, reason: null, simulated: null } as const;
  const messages = await readByIndexes(world.app.db, (client) =>
    findMessageIds(client, { ...common, ...places, ...filters }),
  );
  expect(messages).toEqual({ ids: [...idsOf('A'), ...idsOf('C')], end: null });
  const person = await readPerson(world.app.db.pool, formFor(world.app.db, other), other, { addressHash: twin });
  expect(person?.latestEventAt).toBeNull();
  const known = await readPerson(world.app.db.pool, formFor(world.app.db, other), other, { addressHash: hash });
  expect(known?.latestEventAt).toEqual(new Date(times.at(-1) ?? ''));
});
