/** A column that is filled in batches, beside who reads and writes (prisma/steps/fill-column.ts). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planMigrations } from '../../../prisma/plan-migrations.ts';
import { batchSize, fillPartsOf } from '../../../prisma/steps/fill-column.ts';
import { openClient } from '../../support/open-client.ts';
import { type BegunDatabase, beginDatabase } from './begun-database.ts';

/** Three batches, the last of which is not full. */
const rows = 2 * batchSize + 10;
const shops = 7;
const base = `
  CREATE TABLE items (shop text, id text, note text, size text, PRIMARY KEY (shop, id));
  INSERT INTO items SELECT 'shop ' || n % ${shops}, n, CASE WHEN n % 3 = 0 THEN 'note ' || n END FROM generate_series(1, ${rows}) n;`;
const fill = `UPDATE items SET size = coalesce(note, shop)\nWHERE size IS NULL AND (shop, id) > ('', '')`;

let begun: BegunDatabase;
let pool: BegunDatabase['pool'];
let run: BegunDatabase['run'];

beforeEach(async () => {
  begun = await beginDatabase({ '0001_items': base }, { '0002_fill': `${fill};` });
  ({ pool, run } = begun);
});
afterEach(() => begun.close());

const unfilled = async () =>
  (await pool.query('SELECT FROM items WHERE size IS DISTINCT FROM coalesce(note, shop)')).rowCount;
/** How many transactions wrote the rows. */
const transactions = async () =>
  (
    await pool.query(
      'SELECT count(DISTINCT xmin::text)::int AS n, max(c)::int AS most FROM (SELECT xmin, count(*) OVER (PARTITION BY xmin::text) AS c FROM items) i',
    )
  ).rows[0];

test('every row gets its value, each batch in a transaction of its own', async () => {
  expect(await run()).toEqual({ applied: ['0002_fill'] });
  expect(await unfilled()).toBe(0);
  expect(await transactions()).toEqual({ n: 3, most: batchSize });
});

test('rows that have a value keep it, and those of an earlier run are not written again', async () => {
  await pool.query(`UPDATE items SET size = 'own' WHERE shop = 'shop 1'`);
  const stamps = async () =>
    (await pool.query(`SELECT id, xmin::text FROM items WHERE shop = 'shop 1' ORDER BY id`)).rows;
  const before = await stamps();
  await run();
  expect(await stamps()).toEqual(before);
  expect((await pool.query(`SELECT DISTINCT size FROM items WHERE shop = 'shop 1'`)).rows).toEqual([{ size: 'own' }]);
  expect((await pool.query('SELECT FROM items WHERE size IS NULL')).rowCount).toBe(0);
});

test('a row that somebody holds is waited for half a second at a time, and the batches before it stay', async () => {
  const holder = await openClient(begun.url);
  await holder.query(
    `BEGIN; UPDATE items SET note = 'held' WHERE (shop, id) = (SELECT shop, id FROM items ORDER BY 1 DESC, 2 DESC LIMIT 1)`,
  );
  const done: number[] = [];
  const { applied } = await run(async () => {
    done.push((await pool.query('SELECT FROM items WHERE size IS NOT NULL')).rowCount ?? 0);
    // Nobody else waits for the rows of the batch meanwhile.
    await pool.query(`UPDATE items SET note = 'meanwhile' WHERE shop = 'shop 0'`);
    if (done.length === 2) await holder.query('COMMIT');
  });
  await holder.end();
  expect(applied).toEqual(['0002_fill']);
  expect(done).toEqual([2 * batchSize, 2 * batchSize]);
  expect((await pool.query('SELECT FROM items WHERE size IS NULL')).rowCount).toBe(0);
});

test('an empty table has nothing to fill', async () => {
  await pool.query('DELETE FROM items');
  expect(await run()).toEqual({ applied: ['0002_fill'] });
});

test('a plan says that it goes by batches', async () => {
  const { lines } = await planMigrations(begun.url, { folder: begun.written.folder });
  expect(lines).toContain(
    `     in batches of ${batchSize.toLocaleString('en')} rows, each in a transaction of its own`,
  );
});

test.for([
  [fill, { table: 'items', column: 'size', value: 'coalesce(note, shop)', key: ['shop', 'id'] }],
  ["update t set a = b where a is null and (id) > ('')", { table: 't', column: 'a', value: 'b', key: ['id'] }],
  ['UPDATE t SET a = gen_random_uuid() WHERE a IS NULL', null],
  ["UPDATE t SET a = b WHERE c IS NULL AND (id) > ('')", null],
  ["UPDATE t SET a = (SELECT 1 WHERE true) WHERE a IS NULL AND (id) > ('')", null],
  ["UPDATE t SET a = b WHERE a IS NULL AND (id) > ('') OR true", null],
] as const)('%s', ([statement, parts]) => {
  expect(fillPartsOf(statement)).toEqual(parts);
});
