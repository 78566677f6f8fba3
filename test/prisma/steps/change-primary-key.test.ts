/** A primary key that gets another order, beside who reads and writes (prisma/steps/change-primary-key.ts). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyPartsOf } from '../../../prisma/steps/change-primary-key.ts';
import { openClient } from '../../support/open-client.ts';
import { type BegunDatabase, beginDatabase } from './begun-database.ts';

const base = `
  CREATE TABLE days (shop text, day int, note text, CONSTRAINT days_pkey PRIMARY KEY (shop, day)) PARTITION BY RANGE (day);
  CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM (1) TO (2);
  CREATE TABLE days_default PARTITION OF days DEFAULT;
  INSERT INTO days SELECT 'shop ' || n, n % 4, 'old' FROM generate_series(1, 1000) n;`;
const change = 'ALTER TABLE days DROP CONSTRAINT days_pkey, ADD CONSTRAINT days_pkey PRIMARY KEY (day, shop);';

let begun: BegunDatabase;
let pool: BegunDatabase['pool'];
let run: BegunDatabase['run'];

beforeEach(async () => {
  begun = await beginDatabase({ '0001_days': base }, { '0002_key': change });
  ({ pool, run } = begun);
});
afterEach(() => begun.close());

/** The keys of the table and of its partitions, and every index that is not one of these. */
const keys = async () =>
  (
    await pool.query(
      `SELECT i.indrelid::regclass::text AS "table", c.conname AS name, pg_get_constraintdef(c.oid) AS key, i.indisvalid AS valid,
         i.indrelid <> 'days'::regclass AND c.conparentid = 0 AS apart
       FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
       WHERE i.indrelid::regclass::text LIKE 'days%' ORDER BY 1`,
    )
  ).rows;
const keyOf = (table: string, columns: string) => ({
  ...{ table, name: `${table}_pkey`, key: `PRIMARY KEY (${columns})`, valid: true, apart: false },
});
const allOf = (columns: string, ...tables: string[]) => tables.map((table) => keyOf(table, columns));

test('every partition gets the key, and so does one that is made later', async () => {
  expect(await run()).toEqual({ applied: ['0002_key'] });
  await pool.query('CREATE TABLE days_9 PARTITION OF days FOR VALUES FROM (9) TO (10)');
  expect(await keys()).toEqual(allOf('day, shop', 'days', 'days_1', 'days_9', 'days_default'));
  expect((await pool.query('SELECT FROM days')).rowCount).toBe(1_000);
  await expect(pool.query(`INSERT INTO days VALUES ('shop 1', 1)`)).rejects.toMatchObject({ code: '23505' });
});

test('a table without partitions gets it too', async () => {
  await pool.query(`CREATE TABLE items (shop text, n int, CONSTRAINT items_pkey PRIMARY KEY (shop, n))`);
  await begun.written.add('0002_key', change.replaceAll('days', 'items').replace('day,', 'n,'));
  await run();
  const { rows } = await pool.query(
    `SELECT pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conrelid = 'items'::regclass AND contype = 'p'`,
  );
  expect(rows).toEqual([{ key: 'PRIMARY KEY (n, shop)' }]);
});

test('who has the table is waited for until it is built, and for no longer than half a second at a time', async () => {
  const holder = await openClient(begun.url);
  await holder.query('BEGIN; SELECT FROM days LIMIT 1');
  let pauses = 0;
  let made = false;
  const { applied } = await run(async () => {
    pauses += 1;
    // Nobody queues behind it, and the indexes are there.
    expect((await pool.query(`UPDATE days SET note = 'new' WHERE shop = 'shop 2'`)).rowCount).toBe(1);
    const { rows } = await pool.query(`SELECT count(*)::int AS built FROM pg_class WHERE relname LIKE 'days%new_key'`);
    expect(rows).toEqual([{ built: 2 }]);
    if (pauses === 2) {
      await holder.query('COMMIT');
      await pool.query('CREATE TABLE days_7 PARTITION OF days FOR VALUES FROM (7) TO (8); DROP TABLE days_1');
      made = true;
    }
  });
  await holder.end();
  expect([applied, pauses, made]).toEqual([['0002_key'], 2, true]);
  expect(await keys()).toEqual(allOf('day, shop', 'days', 'days_7', 'days_default'));
});

test('what a run that was cut short has built is used by the next one, and what it has done is not done again', async () => {
  await pool.query('CREATE UNIQUE INDEX days_1_new_key ON days_1 (day, shop)');
  const built = async () =>
    (await pool.query(`SELECT conindid AS id FROM pg_constraint WHERE conname = 'days_1_pkey'`)).rows;
  const { rows: made } = await pool.query(`SELECT 'days_1_new_key'::regclass::oid AS id`);
  await run();
  expect(await built()).toEqual(made);
  await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = '0002_key'`);
  expect(await run()).toEqual({ applied: ['0002_key'] });
  expect(await built()).toEqual(made);
});

test('rows that are no key in the other order stop it, and the old key stays', async () => {
  await begun.written.add('0002_key', change.replace('(day, shop)', '(day)').replaceAll('days', 'items'));
  await pool.query(`CREATE TABLE items (shop text, day int, CONSTRAINT items_pkey PRIMARY KEY (shop, day));
    INSERT INTO items VALUES ('a', 1), ('b', 1)`);
  await expect(run()).rejects.toMatchObject({ kind: 'failed' });
  const { rows } = await pool.query(
    `SELECT pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conrelid = 'items'::regclass AND contype = 'p'`,
  );
  expect(rows).toEqual([{ key: 'PRIMARY KEY (shop, day)' }]);
});

test.for([
  [change.slice(0, -1), true],
  ['alter table t drop constraint c,\n  add constraint c primary key (a, b)', true],
  ['ALTER TABLE t DROP CONSTRAINT c, ADD CONSTRAINT d PRIMARY KEY (a)', false],
  ['ALTER TABLE t DROP CONSTRAINT c, ADD CONSTRAINT c UNIQUE (a)', false],
  ['ALTER TABLE t ADD CONSTRAINT c PRIMARY KEY (a)', false],
] as const)('%s', ([statement, isOne]) => {
  expect(keyPartsOf(statement) !== null).toBe(isOne);
});
