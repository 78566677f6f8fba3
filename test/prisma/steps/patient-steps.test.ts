/** Steps of migrations beside transactions that hold what the steps need. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { lockTime, triesMax } from '../../../prisma/steps/run-patiently.ts';
import { beginSession, openClient } from '../../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.ts';
import { type WrittenMigrations, writeMigrations } from '../write-migrations.ts';

const base =
  'CREATE TABLE items (id int PRIMARY KEY, note text); INSERT INTO items SELECT n FROM generate_series(1, 1000) n;';

let database: TestDatabase;
let pool: pg.Pool;
let written: WrittenMigrations;
let pauses: number[];

beforeEach(async () => {
  database = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: database.url, onConnect: beginSession });
  written = await writeMigrations({ '0001_items': base });
  pauses = [];
  await run();
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await written.remove();
});

/** `onPause` takes the place of waiting. */
function run(onPause: () => Promise<void> = async () => undefined) {
  const log = { info: () => undefined, warn: (details: object) => void lines.push(details) };
  return migrate(database.url, log, {
    folder: written.folder,
    pause: async (ms) => {
      pauses.push(ms);
      await onPause();
    },
  });
}
let lines: object[] = [];
beforeEach(() => {
  lines = [];
});

const history = async () =>
  (
    await pool.query(
      'SELECT migration_name AS name, applied_steps_count AS steps, finished_at IS NOT NULL AS done FROM _prisma_migrations ORDER BY 1',
    )
  ).rows;

test('a statement that a long transaction holds up gives up after two seconds, lets others pass and is tried again', async () => {
  await written.add('0002_color', 'ALTER TABLE items ADD COLUMN color text; ALTER TABLE items ADD COLUMN size int;');
  const holder = await openClient(database.url);
  await holder.query(`SET application_name = 'a long report'; BEGIN; SELECT FROM items LIMIT 1`);
  let read = 0;
  const { applied } = await run(async () => {
    // Nothing queues in front of it any more.
    read += (await pool.query('SELECT FROM items')).rowCount ?? 0;
    if (pauses.length === 3) await holder.query('COMMIT');
  });
  await holder.end();
  expect(applied).toEqual(['0002_color']);
  expect(pauses).toEqual([250, 500, 1_000]);
  expect(read).toBe(3_000);
  expect(lockTime).toBe(2_000);
  expect(lines[0]).toMatchObject({ migration: '0002_color', step: 1, tries: 1, pauseMs: 250 });
  expect(JSON.stringify(lines[0])).toMatch(/a long report\), in a transaction for \d+ s/);
  expect(await history()).toContainEqual({ name: '0002_color', steps: 2, done: true });
});

test('after forty tries the run ends in words, and the next one goes on with that step', async () => {
  await written.add('0002_color', 'CREATE TABLE colors (id int); ALTER TABLE items ADD COLUMN color text;');
  const holder = await openClient(database.url);
  await holder.query('BEGIN; SELECT FROM items LIMIT 1');
  // So many tries take a while: the server gives up sooner here.
  const impatient = pool.query(`
    CREATE FUNCTION hurry() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF tg_tag = 'ALTER TABLE' THEN SET LOCAL lock_timeout = 1; END IF; END $$;
    CREATE EVENT TRIGGER hurry ON ddl_command_start EXECUTE FUNCTION hurry();`);
  await impatient;
  await expect(run()).rejects.toMatchObject({
    kind: 'locked',
    message: expect.stringMatching(/^Step 2 of the migration 0002_color did not get its lock in 40 tries/),
  });
  expect(pauses).toHaveLength(triesMax - 1);
  expect(pauses.at(-1)).toBe(15_000);
  expect(await history()).toContainEqual({ name: '0002_color', steps: 1, done: false });
  await holder.query('COMMIT');
  await holder.end();
  await pool.query('DROP EVENT TRIGGER hurry');
  expect(await run()).toEqual({ applied: ['0002_color'] });
  expect(await history()).toContainEqual({ name: '0002_color', steps: 2, done: true });
});

test('an index is built beside writes, and an invalid one of a failed try is built anew', async () => {
  await written.add('0002_index', 'CREATE UNIQUE INDEX CONCURRENTLY items_note_key ON items (note);');
  await pool.query(`UPDATE items SET note = 'twice' WHERE id < 3`);
  await expect(run()).rejects.toMatchObject({
    kind: 'failed',
    // The two notes are values, which errors do not tell.
    message: expect.stringMatching(
      /^Step 1 of the migration 0002_index failed: PostgreSQL's error 23505, table items, /,
    ),
  });
  const valid = async () =>
    (await pool.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'items_note_key'::regclass`)).rows;
  expect(await valid()).toEqual([{ indisvalid: false }]);
  await pool.query('UPDATE items SET note = NULL');
  expect(await run()).toEqual({ applied: ['0002_index'] });
  expect(await valid()).toEqual([{ indisvalid: true }]);
});

test('an index that was built by a run that could not note it counts', async () => {
  await written.add('0002_index', 'CREATE INDEX CONCURRENTLY items_note_idx ON items (note);');
  await pool.query('CREATE INDEX items_note_idx ON items (note)');
  const { rows } = await pool.query(`SELECT 'items_note_idx'::regclass::oid AS id`);
  expect(await run()).toEqual({ applied: ['0002_index'] });
  expect((await pool.query(`SELECT 'items_note_idx'::regclass::oid AS id`)).rows).toEqual(rows);
});

test('an index that was dropped, and a value that was added, by a run that could not note it count', async () => {
  await written.add(
    '0002_drop',
    `CREATE INDEX items_note_idx ON items (note); CREATE TYPE color AS ENUM ('red');
     DROP INDEX CONCURRENTLY items_note_idx; ALTER TYPE color ADD VALUE 'blue'; ALTER TABLE items ADD COLUMN size int;`,
  );
  await run();
  await pool.query(
    `UPDATE _prisma_migrations SET applied_steps_count = 2, finished_at = NULL WHERE migration_name = '0002_drop'`,
  );
  await pool.query('ALTER TABLE items DROP COLUMN size');
  await run();
  expect(await history()).toContainEqual({ name: '0002_drop', steps: 5, done: true });
});

test('an index of the same name on another table is no such index', async () => {
  await written.add('0002_index', 'CREATE INDEX CONCURRENTLY items_note_idx ON items (note);');
  await pool.query('CREATE TABLE others (id int); CREATE INDEX items_note_idx ON others (id)');
  await expect(run()).rejects.toThrow(/another table has one of this name/);
});

test('an index waits for a transaction that writes, and writes go on beside it', async () => {
  await written.add('0002_index', 'CREATE INDEX CONCURRENTLY items_note_idx ON items (note);');
  const holder = await openClient(database.url);
  await holder.query('BEGIN; UPDATE items SET note = NULL WHERE id = 1');
  const running = run();
  const waits = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'tidings migrate' AND wait_event_type = 'Lock'
      AND clock_timestamp() - state_change > interval '${lockTime + 500} ms'`;
  // Longer than any other statement waits.
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
  await pool.query('INSERT INTO items SELECT 2000');
  await holder.query('COMMIT');
  await holder.end();
  expect(await running).toEqual({ applied: ['0002_index'] });
  expect(pauses).toEqual([]);
});

test('two that migrate at once do not stop an index: the one that waits holds no snapshot', async () => {
  await written.add('0002_index', 'CREATE INDEX CONCURRENTLY items_note_idx ON items (note);');
  const answers = await Promise.all([run(), run(), run()]);
  expect(answers.flatMap(({ applied }) => applied)).toEqual(['0002_index']);
  expect(lines).toEqual([]);
});

test('the index of a table of partitions is built in each partition, and new partitions have it', async () => {
  await pool.query(`
    CREATE TABLE days (day int, note text) PARTITION BY RANGE (day);
    CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM (1) TO (2);
    CREATE TABLE days_2 PARTITION OF days FOR VALUES FROM (2) TO (3);
    INSERT INTO days VALUES (1, 'one'), (2, 'two');`);
  await written.add('0002_index', 'CREATE INDEX CONCURRENTLY days_note_idx ON days (note);');
  expect(await run()).toEqual({ applied: ['0002_index'] });
  await pool.query('CREATE TABLE days_3 PARTITION OF days FOR VALUES FROM (3) TO (4)');
  const { rows } = await pool.query(`
    SELECT indrelid::regclass::text AS "table", indisvalid AS valid FROM pg_index
    WHERE indrelid::regclass::text LIKE 'days%' ORDER BY 1`);
  expect(rows).toEqual(['days', 'days_1', 'days_2', 'days_3'].map((table) => ({ table, valid: true })));
});

test('a step of several statements is done as a whole or not at all', async () => {
  await written.add('0002_move', 'BEGIN; INSERT INTO items VALUES (-1); INSERT INTO items VALUES (-1); COMMIT;');
  await expect(run()).rejects.toMatchObject({ kind: 'failed' });
  expect((await pool.query('SELECT FROM items WHERE id = -1')).rowCount).toBe(0);
});

test('a half applied migration whose text has changed is refused', async () => {
  await written.add('0002_two', 'CREATE TABLE one (id int); SELECT 1 / 0;');
  await expect(run()).rejects.toMatchObject({ kind: 'failed' });
  await written.add('0002_two', 'CREATE TABLE two (id int);');
  await expect(run()).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/^The database has 1 steps of another text of the migration 0002_two/),
  });
});
