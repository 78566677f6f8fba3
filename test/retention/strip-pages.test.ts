/** Content of many emits, which goes page by page. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stripContent } from '../../src/retention/strip-content.ts';
import { eventsAWindow } from '../../src/retention/strip-pages.ts';
import { runPurge, sweepRetention } from '../../src/retention/sweep-retention.ts';
import { ulidSql } from '../support/grown/ulid-sql.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const day = 86_400_000;
const tables = { events: 'payload', messages: 'values', message_attempts: 'reply', message_reports: 'reply' } as const;

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());
beforeEach(() =>
  rows(
    `TRUNCATE events, messages, message_attempts, message_reports, idempotency_keys, emit_rates, webhooks, pending_webhooks,
     retention_marks`,
  ),
);

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

/** So many emits with a message, an attempt and a report, `apart` milliseconds one after the other. */
async function emits(count: number, apart: number): Promise<void> {
  const { refusal } = await tenant.ask(
    'mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { event { id } } }',
    {
      input: {
        type: 'order.shipped',
        idempotencyKey: 'first',
        recipient: { email: 'ada@example.com' },
        payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      },
    },
  );
  if (refusal) throw refusal;
  const ms = `${world.now().getTime()} + n * ${apart}`;
  const copies = (table: string, changed: string) =>
    `INSERT INTO ${table} SELECT c.* FROM ${table} s, generate_series(2, $1::bigint) n,
       jsonb_populate_record(s, jsonb_build_object(${changed}, 'created_at', to_timestamp((${ms}) / 1000.0))) c ORDER BY n`;
  const [event, message] = [ulidSql(`(${ms})`, `'event ' || n`), ulidSql(`(${ms})`, `'message ' || n`)];
  await rows(copies('events', `'id', ${event}`), [count]);
  await rows(copies('messages', `'id', ${message}, 'event_id', ${event}`), [count]);
  await rows(
    `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, outcome, reply)
     SELECT workspace_id, id, 1, created_at, 5, 'smtp', 'delivered', '250 2.0.0 Ok: queued as 4F1B2C3D5E' FROM messages ORDER BY id`,
  );
  await rows(
    `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard, reply)
     SELECT workspace_id, id, 1, created_at, 'delayed', false, '450 4.2.0 Greylisted, try again later' FROM messages ORDER BY id`,
  );
  await rows('VACUUM ANALYZE events, messages, message_attempts, message_reports');
}

/** Rows with content, by table. */
const left = async () => {
  const counts: Record<string, number> = {};
  for (const [table, column] of Object.entries(tables)) {
    counts[table] = (await rows(`SELECT count(${column})::int AS n FROM ${table}`))[0].n;
  }
  return counts;
};
const none = { events: 0, messages: 0, message_attempts: 0, message_reports: 0 };

/** The page of each row, by its key. */
async function places(table: string): Promise<ReadonlyMap<string, number>> {
  const key = table.startsWith('message_') ? 'message_id' : 'id';
  const found = await rows(`SELECT ${key} AS key, (ctid::text::point)[0]::int AS page FROM ${table}`);
  return new Map(found.map((row) => [row.key, row.page]));
}

const purge = () => sweepRetention(world.app);

/** A page is not cleared while a transaction of the server, in whichever database, may still see its old versions. */
async function othersHaveEnded(): Promise<void> {
  const [{ id }] = await rows('SELECT pg_current_xact_id()::text AS id');
  const oldest = async () => (await rows('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS id'))[0].id;
  await expect.poll(async () => BigInt(await oldest()) > BigInt(id), { timeout: 30_000, interval: 5 }).toBe(true);
}

test('most rows without their content stay in their pages, so that no index gets a new entry', async () => {
  const count = 1_500;
  await emits(count, 20);
  const before = new Map<string, ReadonlyMap<string, number>>();
  for (const table of Object.keys(tables)) before.set(table, await places(table));
  world.advance(31 * day);
  while (await runPurge(world.app, stripContent)) await othersHaveEnded();
  expect(await left()).toEqual(none);
  for (const [table, was] of before) {
    const is = await places(table);
    const moved = [...was].filter(([key, page]) => is.get(key) !== page).length;
    // Where all are stripped at once, nearly all move.
    expect.soft({ table, moved, few: moved < count / 2 }).toEqual({ table, moved, few: true });
  }
});

test('content of one instant goes, however many emits there were, and that of the next stays', async () => {
  await emits(eventsAWindow + 50, 0);
  world.advance(30 * day);
  await sweepAll(world.app);
  expect(await left()).toEqual(none);
  await rows('UPDATE events SET payload = $1', [{}]);
  await sweepAll(world.app);
  expect((await left()).events).toBe(eventsAWindow + 50);
});

test('what a process that ended had not stripped is stripped by the next one', async () => {
  await emits(400, 20);
  world.advance(31 * day);
  await world.app.db.pool.query(`CREATE FUNCTION fail_reports() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF (SELECT count(reply) FROM message_attempts) < 350 THEN RAISE 'ended'; END IF; RETURN NULL; END $$`);
  await rows(
    'CREATE TRIGGER fails AFTER UPDATE ON message_attempts FOR EACH STATEMENT EXECUTE FUNCTION fail_reports()',
  );
  await expect(purge()).rejects.toThrow('ended');
  await rows('DROP FUNCTION fail_reports CASCADE');
  const { message_attempts: attempts = 0 } = await left();
  expect(attempts).toBeGreaterThanOrEqual(350);
  expect(attempts).toBeLessThan(400);
  await sweepAll(world.app);
  expect(await left()).toEqual(none);
});
