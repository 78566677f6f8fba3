/** How far partitions are made ahead, as PostgreSQL's catalog tells (docs/rules.md#metrics). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idAt } from '../../src/ground/ids.ts';
import { readPartitions } from '../../src/operations/read-partitions.ts';
import { partitionTime } from '../../src/retention/partitions/partition-time.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const day = 86_400_000;

test('partitions by id, by date and by timestamp are told of alike', async () => {
  const now = world.now().getTime();
  const at = (days: number) => new Date(Math.floor(now / day) * day + days * day);
  const sql = (text: string) => world.app.db.pool.query(text);
  await sql(`CREATE TABLE by_id (id text) PARTITION BY RANGE (id);
    CREATE TABLE by_id_1 PARTITION OF by_id FOR VALUES FROM (MINVALUE) TO ('${idAt(at(0))}');
    CREATE TABLE by_id_2 PARTITION OF by_id FOR VALUES FROM ('${idAt(at(0))}') TO ('${idAt(at(1))}');
    CREATE TABLE by_id_3 PARTITION OF by_id FOR VALUES FROM ('${idAt(at(1))}') TO ('${idAt(at(2))}');
    CREATE TABLE by_id_rest PARTITION OF by_id DEFAULT;
    CREATE TABLE by_day (day date) PARTITION BY RANGE (day);
    CREATE TABLE by_day_1 PARTITION OF by_day FOR VALUES FROM ('${at(-1).toISOString().slice(0, 10)}') TO ('${at(3).toISOString().slice(0, 10)}');
    CREATE TABLE by_hash (id int) PARTITION BY HASH (id);
    CREATE TABLE none_yet (at timestamptz) PARTITION BY RANGE (at)`);
  const tables = (await readPartitions(world.app))
    .filter(({ table }) => table.startsWith('by_') || table === 'none_yet')
    .toSorted((a, b) => (a.table < b.table ? -1 : 1));
  expect(tables).toEqual([
    { table: 'by_day', count: 1, ahead: 0, madeUntil: at(3), oldestFrom: at(-1) },
    { table: 'by_id', count: 4, ahead: 1, madeUntil: at(2), oldestFrom: at(0) },
  ]);
});

test.each([
  ["FOR VALUES FROM ('2026-03-01') TO ('2026-03-02')", '2026-03-01T00:00:00.000Z'],
  ["FOR VALUES FROM ('2026-03-01 00:00:00+00') TO (MAXVALUE)", '2026-03-01T00:00:00.000Z'],
  ["FOR VALUES FROM ('2026-03-01 02:00:00+02') TO (MAXVALUE)", '2026-03-01T00:00:00.000Z'],
  ["FOR VALUES FROM ('2026-03-01 00:00:00', MINVALUE) TO (MAXVALUE, MAXVALUE)", '2026-03-01T00:00:00.000Z'],
  [
    `FOR VALUES FROM ('${idAt(new Date('2026-03-01T00:00:00Z')).slice(0, 10)}') TO (MAXVALUE)`,
    '2026-03-01T00:00:00.000Z',
  ],
  ["FOR VALUES FROM (MINVALUE) TO ('2026-03-02')", null],
  ["FOR VALUES FROM ('a word') TO ('2026-03-02')", null],
  ["FOR VALUES FROM ('2026-99-99') TO ('2026-03-02')", null],
  ['DEFAULT', null],
])('the beginning of %s', (bound, time) => {
  expect(partitionTime(bound, 'FROM')?.toISOString() ?? null).toBe(time);
});
