/**
 * The migrations that give partitions to events and to messages, beside the statements of the version before: nothing fails, nothing is lost,
 * no statement waits for long, and the messages of what that version removes are removed by this one.
 */
import { cp } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationsFolder } from '../../prisma/history/read-migrations.ts';
import { migrate } from '../../prisma/migrate.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { fullPlatform } from '../support/full-platform.ts';
import { fillGrown } from '../support/grown/fill-grown.ts';
import { knownAddress } from '../support/grown/growth.ts';
import { openWorld, type World } from '../support/open-world.ts';
import { thingsOf } from '../support/root-arguments.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';
import { type WrittenMigrations, writeMigrations } from './write-migrations.ts';

const messages = 20_000;
/** A step gives up after half a second, and asks for two locks; milliseconds. */
const waitMost = 2_000;
/** Of each kind of statement: some while nothing migrates, on both sides of the migration. */
const atEnds = 50;

/** The others come behind it, and give partitions to messages. */
const tried = ['0018_event_weeks', '0022_message_keys', '0023_message_fortnights'];

let database: TestDatabase;
let others: WrittenMigrations;
let world: World;
beforeAll(async () => {
  database = await createEmptyDatabase();
  // The present code makes the rows: it needs all else that the schema has.
  others = await writeMigrations({});
  const filter = (path: string) => !tried.some((name) => path.includes(name));
  await cp(migrationsFolder, others.folder, { recursive: true, filter });
  await migrate(database.url, undefined, { folder: others.folder });
  world = openWorld(database.url);
  const tenant = await fullPlatform(world, 2);
  const { message, endpoint } = await thingsOf(tenant);
  await fillGrown(world.app.db.pool, {
    // The oldest have exceeded their retention.
    ...{ messages, workspaces: 2, queued: 10, pending: 10, days: 100, daysBehind: 10, name: 'grown' },
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
  emit: `WITH event AS (
      INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
        address_hash, created_at)
      SELECT platform_id, workspace_id, id || '-again', event_type_id, type, event_type_version, idempotency_key, payload,
        address_hash, created_at FROM events WHERE workspace_id = $1 AND id = $2 RETURNING workspace_id, id)
    INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, address_hash,
      template_version_id, locale, timezone, due_at, expires_at, created_at)
    SELECT m.platform_id, m.workspace_id, m.id || '-again', event.id, m.event_type_id, m.idempotency_key, 'queued', m.address_hash,
      m.template_version_id, m.locale, m.timezone, m.due_at, m.expires_at, m.created_at
    FROM event, messages m WHERE m.workspace_id = $1 AND m.event_id = $2`,
  read: `SELECT e.id, m.id FROM events e LEFT JOIN messages m ON m.workspace_id = e.workspace_id AND m.event_id = e.id
    WHERE e.workspace_id = $1 AND e.id = $2`,
  list: 'SELECT id FROM events WHERE workspace_id = $1 AND id < $2 ORDER BY id DESC LIMIT 20',
  strip: 'UPDATE events SET payload = NULL WHERE workspace_id = $1 AND id = $2',
  lock: 'SELECT e.id FROM events e WHERE e.workspace_id = $1 AND e.id = $2 FOR UPDATE SKIP LOCKED',
  retire: 'DELETE FROM events WHERE workspace_id = $1 AND id = $2',
} as const;
type Kind = keyof typeof statements;
const kinds = Object.keys(statements) as readonly Kind[];

test('what runs meanwhile sees no error and loses nothing', { timeout: 120_000 }, async () => {
  const [before] = await sql('SELECT count(*)::int AS n FROM events');
  // The oldest come first, as for retention.
  const places = (await sql(
    `SELECT workspace_id, id FROM events WHERE idempotency_key LIKE 'copy-%' ORDER BY id`,
  )) as Place[];
  // Each kind has events of its own.
  const placesOf = (kind: Kind) => places.filter((_place, at) => at % kinds.length === kinds.indexOf(kind));
  const done = new Map<Kind, Place[]>(kinds.map((kind) => [kind, []]));
  let isOver = false;
  let longest = 0;
  const run = async (kind: Kind) => {
    for (const place of placesOf(kind)) {
      if (isOver) return;
      const from = performance.now();
      const values = [place.workspace_id, place.id];
      const { rowCount } = await world.app.db.pool.query({ name: `before-${kind}`, text: statements[kind], values });
      if (kind !== 'list') expect(rowCount, kind).toBe(1);
      longest = Math.max(longest, performance.now() - from);
      done.get(kind)?.push(place);
      // The first ones cost far less than the migration takes.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const load = Promise.all(kinds.map(run));
  const isBeyond = (least: number) => kinds.every((kind) => (done.get(kind)?.length ?? 0) >= least);
  await expect.poll(() => isBeyond(atEnds), { timeout: 30_000 }).toBe(true);
  expect(await migrate(database.url)).toEqual({ applied: tried });
  const sofar = Math.max(...kinds.map((kind) => done.get(kind)?.length ?? 0));
  await expect.poll(() => isBeyond(Math.min(sofar + atEnds, 3_000)), { timeout: 30_000 }).toBe(true);
  isOver = true;
  await load;
  expect(longest).toBeLessThan(waitMost);
  const retired = done.get('retire') ?? [];
  const emitted = done.get('emit') ?? [];
  expect(await sql('SELECT count(*)::int AS n FROM events')).toEqual([
    { n: before?.n - retired.length + emitted.length },
  ]);
  const again = emitted.map(({ id }) => `${id}-again`);
  expect(await sql('SELECT FROM messages WHERE event_id = ANY($1)', [again])).toHaveLength(emitted.length);
  const stripped = (done.get('strip') ?? []).map(({ id }) => id);
  expect(await sql('SELECT FROM events WHERE id = ANY($1) AND payload IS NOT NULL', [stripped])).toEqual([]);
});

test('the table of before is the default partition, and the next weeks are made beside it', async () => {
  await sweepPartitions(world.app);
  for (const table of ['events', 'messages']) {
    const [made] = await sql('SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = to_regclass($1)', [table]);
    expect(made?.n, table).toBe(4);
    const [rest] = await sql(`SELECT count(*)::int AS n FROM ${table}_default`);
    expect(rest?.n, table).toBeGreaterThan(messages / 2);
  }
});

test('messages that the version before left without an event go, and so does all that has exceeded its retention', async () => {
  const orphans = `SELECT m.id FROM messages m WHERE NOT EXISTS (
    SELECT FROM events e WHERE e.workspace_id = m.workspace_id AND e.id = m.event_id)`;
  expect((await sql(orphans)).length).toBeGreaterThan(0);
  await sweepAll(world.app);
  const since = new Date(world.now().getTime() - 90 * 86_400_000);
  expect(await sql(`${orphans} AND m.created_at <= $1`, [since])).toEqual([]);
  for (const table of ['events', 'messages'])
    expect(await sql(`SELECT FROM ${table} WHERE created_at <= $1`, [since]), table).toEqual([]);
});
