/** Indexes of partitions whose time is over, which are written anew. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePartition } from '../../src/retention/partitions/alter-partitions.ts';
import { packPartitions } from '../../src/retention/partitions/pack-partitions.ts';
import { partitionedTables, partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { ulidSql } from '../support/grown/ulid-sql.ts';
import { createWorld, type World } from '../support/world.ts';

const day = 86_400_000;
const rowsAdded = 30_000;

let world: World;
let partition: string;
let end: Date;

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const sizeOf = async (index: string) =>
  Number((await rows('SELECT pg_relation_size($1::regclass) AS n', [index]))[0].n);
const indexes = () =>
  rows(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass ORDER BY 1`,
    [partition],
  );
const packAll = async () => {
  while (await packPartitions(world.app));
};

beforeAll(async () => {
  world = await createWorld();
  const table = partitionedTables.find(({ name }) => name === 'message_reports');
  if (!table) throw new Error('There is no such table.');
  const start = partitionStart(table, world.now());
  partition = partitionName(table, start);
  end = new Date(start.getTime() + table.span);
  await makePartition(world.app, table, start);
  // In no order, as of many workspaces.
  await rows(
    `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard)
     SELECT 'W' || n % 50, ${ulidSql(`(${start.getTime()} + n)`, 'n::text')}, 1, now(), 'delayed', false
     FROM generate_series(1, $1::bigint) n ORDER BY md5(n::text)`,
    [rowsAdded],
  );
});
afterAll(() => world.close());

test('a partition is packed some days after its time, once, with nothing left of a run that was cut short', async () => {
  const key = `${partition}_pkey`;
  const loose = await sizeOf(key);
  await expect(rows(`CREATE UNIQUE INDEX CONCURRENTLY ${key}_ccnew ON ${partition} (workspace_id)`)).rejects.toThrow(
    'could not create unique index',
  );
  expect(await indexes()).toContainEqual({ name: `${key}_ccnew`, valid: false });

  world.advance(end.getTime() + 4 * day - 1 - world.now().getTime());
  await packAll();
  expect(await sizeOf(key)).toBe(loose);

  world.advance(1);
  await packAll();
  const packed = await sizeOf(key);
  expect(packed).toBeLessThan(loose * 0.85);
  expect(await indexes()).toEqual([{ name: key, valid: true }]);
  expect(await rows(`SELECT count(*)::int AS n FROM ${partition} WHERE message_id > ''`)).toEqual([{ n: rowsAdded }]);

  const [{ node }] = await rows('SELECT pg_relation_filenode($1::regclass) AS node', [key]);
  await packAll();
  expect(await rows('SELECT pg_relation_filenode($1::regclass) AS node', [key])).toEqual([{ node }]);
});
