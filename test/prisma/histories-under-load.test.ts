/**
 * The migrations that give partitions and other keys to what happened to messages, beside the statements of the version
 * before: nothing fails, nothing is lost, no statement waits for long, and what that version erases is gone whole.
 */
import { cp } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationsFolder } from '../../prisma/history/read-migrations.ts';
import { migrate } from '../../prisma/migrate.ts';
import { historyTables } from '../../src/retention/partitions/partitioned-tables.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { fullPlatform } from '../support/full-platform.ts';
import { fillGrown } from '../support/grown/fill-grown.ts';
import { knownAddress } from '../support/grown/growth.ts';
import { openWorld, type World } from '../support/open-world.ts';
import { thingsOf } from '../support/root-arguments.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';
import { type WrittenMigrations, writeMigrations } from './write-migrations.ts';

const messages = 20_000;
/** A step gives up after half a second, and asks for two locks; milliseconds. */
const waitMost = 2_000;
/** Of each kind of statement: some while nothing migrates, on both sides of the migration. */
const atEnds = 50;

const tried = [
  '0009_message_histories',
  '0012_smaller_indexes',
  '0013_history_keys',
  // It comes behind these, and of what it changes the statements below see nothing.
  '0018_event_weeks',
];
/** They come behind these too, and the version that the statements below are of does not work beside them. */
const later = ['0022_message_keys', '0023_message_fortnights'];

let database: TestDatabase;
let others: WrittenMigrations;
let world: World;
beforeAll(async () => {
  database = await createEmptyDatabase();
  // The present code makes the rows: it needs all else that the schema has.
  others = await writeMigrations({});
  const filter = (path: string) => ![...tried, ...later].some((name) => path.includes(name));
  await cp(migrationsFolder, others.folder, { recursive: true, filter });
  await migrate(database.url, undefined, { folder: others.folder });
  // The trigger compares with the database's own time.
  world = openWorld(database.url, {}, createTestClock(new Date()));
  const tenant = await fullPlatform(world, 2);
  const { message, endpoint } = await thingsOf(tenant);
  await fillGrown(world.app.db.pool, {
    ...{ messages, workspaces: 2, queued: 10, pending: 10, days: 60, daysBehind: 0, name: 'grown' },
    platformId: tenant.platformId,
    sample: message,
    endpointId: endpoint,
    knownHash: world.app.secrets.addressHash(knownAddress),
    now: world.now(),
  });
  await sql('ANALYZE');
});
afterAll(async () => {
  await world.close();
  await database.drop();
  await others.remove();
});

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

interface Place {
  readonly workspace_id: string;
  readonly id: string;
}

/** As the version before has them: each is a transaction, prepared once on a connection. */
const statements = {
  attempt: `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, outcome)
    SELECT m.workspace_id, m.id, 2, m.created_at, 5, 'smtp', 'delivered' FROM messages m WHERE m.workspace_id = $1 AND m.id = $2
    ON CONFLICT DO NOTHING`,
  report: `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard)
    SELECT $1, $2, count(*) + 1, now(), 'delayed', false FROM message_reports WHERE workspace_id = $1 AND message_id = $2`,
  open: `INSERT INTO message_opens (workspace_id, message_id, id, at, machine)
    SELECT m.workspace_id, m.id, 'open', now(), false FROM messages m WHERE m.workspace_id = $1 AND m.id = $2 FOR KEY SHARE`,
  read: `SELECT m.id, (SELECT count(*) FROM message_attempts a WHERE a.workspace_id = m.workspace_id AND a.message_id = m.id),
      (SELECT count(*) FROM message_opens o WHERE o.workspace_id = m.workspace_id AND o.message_id = m.id)
    FROM messages m WHERE m.workspace_id = $1 AND m.id = $2`,
  strip: 'UPDATE message_attempts SET reply = NULL WHERE workspace_id = $1 AND message_id = $2',
  erase: 'DELETE FROM messages WHERE workspace_id = $1 AND id = $2',
} as const;
type Kind = keyof typeof statements;
const kinds = Object.keys(statements) as readonly Kind[];

test('what runs meanwhile sees no error and no missing row', { timeout: 120_000 }, async () => {
  const places = (await sql(`SELECT workspace_id, id FROM messages WHERE state = 'delivered' ORDER BY id`)) as Place[];
  // Each kind has messages of its own.
  const placesOf = (kind: Kind) => places.filter((_place, at) => at % kinds.length === kinds.indexOf(kind));
  const count = () =>
    sql(`SELECT ${historyTables.map((name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`).join(', ')}`);
  const [counted] = await count();
  const done = new Map<Kind, Place[]>(kinds.map((kind) => [kind, []]));
  let isOver = false;
  let longest = 0;
  const run = async (kind: Kind) => {
    for (const place of placesOf(kind)) {
      if (isOver) return;
      const from = performance.now();
      const values = [place.workspace_id, place.id];
      await world.app.db.pool.query({ name: `before-${kind}`, text: statements[kind], values });
      longest = Math.max(longest, performance.now() - from);
      done.get(kind)?.push(place);
      // The first ones cost far less than the migration takes.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const load = Promise.all(kinds.map(run));
  const isBeyond = (least: number) => kinds.every((kind) => (done.get(kind)?.length ?? 0) >= least);
  await expect.poll(() => isBeyond(atEnds), { timeout: 30_000 }).toBe(true);
  const until = '0021_refused_emits_person';
  expect(await migrate(database.url, undefined, { until })).toEqual({ applied: tried });
  const sofar = Math.max(...kinds.map((kind) => done.get(kind)?.length ?? 0));
  await expect.poll(() => isBeyond(Math.min(sofar + atEnds, 3_000)), { timeout: 30_000 }).toBe(true);
  isOver = true;
  await load;
  expect(longest).toBeLessThan(waitMost);
  const erased = done.get('erase') ?? [];
  for (const table of historyTables) {
    const left = await sql(`SELECT FROM ${table} WHERE message_id = ANY($1)`, [erased.map(({ id }) => id)]);
    expect(left, table).toEqual([]);
  }
  const [after] = await count();
  expect(after?.message_reports).toBeGreaterThanOrEqual(
    counted?.message_reports + (done.get('report')?.length ?? 0) - erased.length,
  );
  const attempts = await sql('SELECT FROM message_attempts WHERE number = 2 AND message_id = ANY($1)', [
    (done.get('attempt') ?? []).map(({ id }) => id),
  ]);
  expect(attempts).toHaveLength(done.get('attempt')?.length ?? 0);
});

test('the table of before is the default partition, and the next weeks are made beside it', async () => {
  expect(await migrate(database.url)).toEqual({ applied: later });
  await sweepPartitions(world.app);
  for (const table of historyTables) {
    const [made] = await sql('SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = to_regclass($1)', [table]);
    // Rows of the present wait in the default one where they are too many to be moved at once.
    expect(made?.n, table).toBeGreaterThanOrEqual(3);
  }
  const [first] = await sql('SELECT workspace_id, id, created_at FROM messages ORDER BY id LIMIT 1');
  const rest = await sql('SELECT FROM message_attempts_default WHERE message_id = $1', [first?.id]);
  expect(rest.length).toBeGreaterThan(0);
});
