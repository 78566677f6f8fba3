/** The script of a schema makes the same schema, whatever the migrations did on the way. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaScript } from '../../../prisma/fold/schema-script.ts';
import { openClient } from '../../support/open-client.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { readCatalogue } from '../read-catalogue.ts';

let databases: TestDatabase[] = [];
const clients: pg.Client[] = [];

async function open(database: TestDatabase): Promise<pg.Client> {
  databases.push(database);
  const client = await openClient(database.url);
  clients.push(client);
  return client;
}

beforeAll(() => {
  databases = [];
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await Promise.all(databases.map((database) => database.drop()));
});

/** What the catalogue of the drift test leaves out. */
const further = `
  SELECT concat_ws(' ', c.relname, c.relpersistence, pg_get_partkeydef(c.oid), a.attname, a.attnum, a.attstattarget,
    a.attstorage, a.attcompression) AS fact
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
    AND c.relname NOT LIKE '\\_prisma%' ORDER BY c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum)`;
const withoutPlaces = (client: pg.Client) =>
  client.query(further.replace('a.attnum, a.attstattarget', 'a.attstattarget'));

test('the schema of our migrations comes out of its script, and its script out of that schema', async () => {
  const [migrated, made] = [await createTestDatabase(), await createEmptyDatabase()];
  const [one, other] = [await open(migrated), await open(made)];
  const script = await schemaScript(one);
  await other.query(script);
  expect(await readCatalogue(made)).toEqual(await readCatalogue(migrated));
  expect((await withoutPlaces(other)).rows).toEqual((await withoutPlaces(one)).rows);
  expect(await schemaScript(other)).toBe(script);
});

test('partitions, sequences, identities, computed columns, triggers and unlogged tables come out too', async () => {
  const [written, made] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const [one, other] = [await open(written), await open(made)];
  await one.query(`
    CREATE TYPE kind AS ENUM ('b', 'a''s');
    CREATE TABLE days (day text NOT NULL, n serial, k kind DEFAULT 'b', PRIMARY KEY (day, n)) PARTITION BY RANGE (day);
    CREATE TABLE days_rest PARTITION OF days (CONSTRAINT few CHECK (n < 9)) DEFAULT WITH (fillfactor = 50);
    CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM ('1') TO ('2');
    CREATE INDEX days_k_idx ON days (k) WHERE k = 'b';
    CREATE TABLE owners (id int PRIMARY KEY);
    CREATE UNLOGGED TABLE fast (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, gone int,
      twice bigint GENERATED ALWAYS AS (2) STORED, note text, owner int REFERENCES owners ON DELETE CASCADE);
    ALTER TABLE fast DROP COLUMN gone, ALTER note SET STORAGE EXTERNAL, ALTER note SET STATISTICS 0;
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN new; END $$;
    CREATE TRIGGER tells BEFORE INSERT ON fast FOR EACH ROW EXECUTE FUNCTION tell();`);
  const script = await schemaScript(one);
  await other.query(script);
  // Partitions of days are the service's.
  await one.query('ALTER TABLE days DETACH PARTITION days_1; DROP TABLE days_1');
  expect(await readCatalogue(made)).toEqual(await readCatalogue(written));
  expect((await withoutPlaces(other)).rows).toEqual((await withoutPlaces(one)).rows);
  expect(await schemaScript(other)).toBe(script);
  expect(script).not.toContain('public.');
});

test('a schema with rows or with views is not written', async () => {
  const client = await open(await createEmptyDatabase());
  await client.query('CREATE TABLE items AS SELECT 1 AS id');
  await expect(schemaScript(client)).rejects.toThrow(/write rows to items/);
  await client.query('DELETE FROM items; CREATE VIEW seen AS SELECT 1 AS id');
  await expect(schemaScript(client)).rejects.toThrow(/cannot write seen/);
});
