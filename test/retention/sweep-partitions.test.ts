/** Partitions by time: made ahead, filled, healed and dropped (docs/partitions.md). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../../src/context.ts';
import { idAt, newId } from '../../src/ground/ids.ts';
import { day } from '../../src/ground/time/durations.ts';
import { auditLifetime } from '../../src/retention/lifetimes.ts';
import { altering } from '../../src/retention/partitions/altering.ts';
import { partitionedTables, partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { createWorld, type World } from '../support/world.ts';

const span = 28 * day;
const table = partitionedTables[0] ?? { name: '', by: 'id' as const, span, ahead: 0, lifetime: 0 };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

/** The name of the partition of the time so many spans from now. */
const nameOf = (spans: number) =>
  partitionName(table, partitionStart(table, new Date(world.now().getTime() + spans * span)));

const partitions = async () =>
  (
    await sql(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`, [
      table.name,
    ])
  ).map(({ name }) => name);

let written = 0;
/** Entries of that time; returns the partition that has them all. */
async function write(at: Date, count = 1): Promise<string> {
  const first = newId(at).slice(0, 18);
  await sql(
    `INSERT INTO audit_entries (id, operation, object_type, request_id, created_at)
     SELECT $1 || lpad(n::text, 8, '0'), 'workspaceSuspend', 'Workspace', 'r', $2
     FROM generate_series($3::int + 1, $3::int + $4::int) n`,
    [first, at, written, count],
  );
  written += count;
  return partitionOf(first);
}

async function partitionOf(first: string): Promise<string> {
  const rows = await sql('SELECT DISTINCT tableoid::regclass::text AS name FROM audit_entries WHERE id LIKE $1', [
    `${first}%`,
  ]);
  return rows.map(({ name }) => name).join();
}

const later = (milliseconds: number) => new Date(world.now().getTime() + milliseconds);

test('the partition of the present and those ahead are made, and rows of before are moved into theirs', async () => {
  expect(await partitions()).toEqual(['audit_entries_default']);
  const first = newId(world.now()).slice(0, 10);
  expect(await write(world.now())).toBe('audit_entries_default');
  await sweepPartitions(world.app);
  const made = ['audit_entries_default', nameOf(0), nameOf(1), nameOf(2)];
  expect(await partitions()).toEqual(made);
  expect(await partitionOf(first)).toBe(nameOf(0));
  expect(await write(world.now())).toBe(nameOf(0));
  expect(await write(later(2 * span))).toBe(nameOf(2));
  await sweepPartitions(world.app);
  expect(await partitions()).toEqual(made);
});

test('several processes make each partition once', async () => {
  world.advance(span);
  const ahead = nameOf(2);
  await Promise.all([1, 2, 3].map(() => sweepPartitions(world.app)));
  expect((await partitions()).filter((name) => name === ahead)).toEqual([ahead]);
});

test('a partition has the indexes of its table', async () => {
  const indexes = await sql(
    `SELECT count(*)::int AS count FROM pg_index WHERE indrelid = ANY($1::regclass[]) GROUP BY indrelid`,
    [[table.name, nameOf(0), 'audit_entries_default']],
  );
  expect(indexes).toEqual([{ count: 3 }, { count: 3 }, { count: 3 }]);
});

test('rows of a clock that is ahead wait in the default partition, and are moved once their time comes near', async () => {
  const at = later(4 * span);
  const name = nameOf(4);
  const first = idAt(at).slice(0, 10);
  expect(await write(at)).toBe('audit_entries_default');
  await sweepPartitions(world.app);
  expect(await partitionOf(first)).toBe('audit_entries_default');
  world.advance(2 * span);
  await sweepPartitions(world.app);
  expect(await partitionOf(first)).toBe(name);
});

test('a partition whose time has too many rows in the default partition is left out, and the next is made', async () => {
  const at = later(3 * span);
  const [full, next] = [nameOf(3), nameOf(4)];
  await write(at, 10_001);
  world.advance(2 * span);
  await sweepPartitions(world.app);
  expect(await partitions()).toEqual(expect.arrayContaining([next]));
  expect(await partitions()).not.toContain(full);
});

test('a transaction that reads the table delays the next partition, and no writer for longer than a second', async () => {
  world.advance(span);
  const name = nameOf(2);
  const reader = await world.app.db.pool.connect();
  try {
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM audit_entries');
    const [swept, written] = await Promise.allSettled([sweepPartitions(world.app), write(world.now())]);
    expect([swept.status, written.status]).toEqual(['rejected', 'fulfilled']);
    expect(await partitions()).not.toContain(name);
  } finally {
    await reader.query('ROLLBACK');
    reader.release();
  }
  await sweepPartitions(world.app);
  expect(await partitions()).toContain(name);
});

/** The audit log's tables that somebody waits for. */
const waitedFor = async () =>
  (
    await sql(`SELECT DISTINCT relation::regclass::text AS name FROM ${lockWaits}
               WHERE locktype = 'relation' AND relation::regclass::text LIKE 'audit_entries%'`)
  ).map(({ name }) => name);

test('who vacuums the default partition, or checks it, is waited for, and no writer waits meanwhile', async () => {
  world.advance(span);
  const name = nameOf(2);
  const other = await world.app.db.pool.connect();
  try {
    let waited: readonly string[] = [];
    let sweep: Promise<unknown> = Promise.resolve();
    // It does not wait for a transaction that is older than a second by then.
    while (waited.length === 0) {
      await other.query('ROLLBACK');
      await other.query('BEGIN');
      await other.query('LOCK TABLE audit_entries_default IN SHARE UPDATE EXCLUSIVE MODE');
      let isOver = false;
      sweep = sweepPartitions(world.app).finally(() => {
        isOver = true;
      });
      while (waited.length === 0 && !isOver) waited = await waitedFor();
    }
    expect(waited).toEqual(['audit_entries_default']);
    await write(world.now());
    expect(await waitedFor()).toEqual(waited);
    await other.query('COMMIT');
    await sweep;
  } finally {
    other.release();
  }
  expect(await partitions()).toContain(name);
});

test('a process that stalls with the table loses it after a second, and its connection', async () => {
  // PostgreSQL before 17 does not have it.
  const limit = `SELECT setting FROM pg_settings WHERE name = 'transaction_timeout' AND setting <> '3000'`;
  const stalled = altering(world.app, { table: table.name }, async (client) => {
    expect((await client.query(limit)).rows).toEqual([]);
    // An emit waits for three seconds at most.
    await write(world.now());
    return client.query('SELECT 1');
  });
  await expect(stalled).rejects.toThrow();
});

test('a long transaction that reads the default partition alone is not waited for', async () => {
  world.advance(span);
  const reader = await world.app.db.pool.connect();
  try {
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM audit_entries_default');
    // Until it is long, the sweep tries, and fails.
    await vi.waitFor(() => sweepPartitions(world.app), { timeout: 20_000 });
    expect(await partitions()).not.toContain(nameOf(2));
  } finally {
    await reader.query('ROLLBACK');
    reader.release();
  }
  await sweepPartitions(world.app);
  expect(await partitions()).toContain(nameOf(2));
});

const checks = () => sql(`SELECT FROM pg_constraint WHERE conname LIKE 'audit_entries%elsewhere'`);

test('a check of a time to come that cannot be ended is taken back', async () => {
  world.advance(span);
  const broken = new Error('The connection broke');
  let added = 0;
  const transaction: App['db']['transaction'] = (work, ...rest) =>
    world.app.db.transaction(
      (client) => {
        const query = async (text: string, values?: unknown[]) => {
          if (text.includes('VALIDATE CONSTRAINT audit_entries')) {
            added += (await checks()).length;
            throw broken;
          }
          return client.query(text, values);
        };
        return work({ query } as typeof client);
      },
      ...rest,
    );
  await expect(sweepPartitions({ ...world.app, db: { ...world.app.db, transaction } })).rejects.toBe(broken);
  expect([added, await checks()]).toEqual([1, []]);
});

test('a check that was left refuses no row once its time is near, also where its partition is not made', async () => {
  const start = partitionStart(table, later(3 * span));
  await write(start, 10_001);
  await sql(
    `ALTER TABLE audit_entries_default ADD CONSTRAINT ${nameOf(3)}_elsewhere CHECK (id < '${idAt(start)}') NOT VALID`,
  );
  world.advance(start.getTime() - day - world.now().getTime());
  await sweepPartitions(world.app);
  expect(await checks()).toEqual([]);
  expect(await partitions()).not.toContain(partitionName(table, start));
  expect(await write(start)).toBe('audit_entries_default');
  await sql('DELETE FROM audit_entries_default WHERE id >= $1', [idAt(start)]);
});

test('a partition is dropped at once when its last row has exceeded its retention, and not before', async () => {
  world.advance(span);
  await sweepPartitions(world.app);
  const name = nameOf(0);
  expect(await write(world.now(), 100_000)).toBe(name);
  const end = partitionStart(table, world.now()).getTime() + span + auditLifetime;
  world.advance(end - 1 - world.now().getTime());
  await sweepPartitions(world.app);
  expect(await partitions()).toContain(name);
  world.advance(1);
  const from = performance.now();
  await sweepPartitions(world.app);
  expect(performance.now() - from).toBeLessThan(1_000);
  expect(await partitions()).not.toContain(name);
});

test('rows that have no partition are removed in batches', async () => {
  // Of the tests before.
  await sql('DELETE FROM audit_entries_default');
  const old = later(-auditLifetime - 2 * span);
  expect(await write(old, 300)).toBe('audit_entries_default');
  // A sweep ends after its time, however much a busy machine has done by then.
  await sweepAll(world.app);
  expect(await partitionOf(idAt(old).slice(0, 10))).toBe('');
});

test('a clock that is not sound drops nothing', async () => {
  const before = await partitions();
  const now = later(10 * auditLifetime);
  await sweepPartitions({ ...world.app, clock: { ...world.app.clock, now: () => now, isSound: () => false } });
  expect(await partitions()).toEqual(before);
});
