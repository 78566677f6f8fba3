/** The tables of a migrated database, divided among the workers as prisma/scale/placements.ts says. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { distribute } from '../../prisma/scale/distribute.ts';
import { readForeignKeys } from '../../prisma/scale/foreign-keys.ts';
import { placed, placements } from '../../prisma/scale/placements.ts';
import { openClient } from '../support/open-client.ts';

/** Citus's own number for a table's shards where none is asked for. */
const shards = 32;

let client: pg.Client;
beforeAll(async () => {
  client = await openClient(inject('citusUrl'));
});
afterAll(() => client?.end());

test('three servers work together', async () => {
  const { rows } = await client.query('SELECT groupid = 0 AS coordinates, isactive FROM pg_dist_node ORDER BY groupid');
  expect(rows).toEqual([true, false, false].map((coordinates) => ({ coordinates, isactive: true })));
});

test('each table is where its placement says', async () => {
  const { rows } = await client.query<{ name: string; kind: string; column: string; shards: number; group: number }>(
    `SELECT table_name::text AS name, citus_table_type AS kind, distribution_column AS column,
       shard_count::int AS shards, colocation_id::int AS "group"
     FROM citus_tables JOIN pg_class ON pg_class.oid = table_name WHERE NOT relispartition`,
  );
  const named = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  expect(named('reference').sort()).toEqual([...placed('reference')].sort());
  const divided = rows.filter(({ kind }) => kind === 'distributed');
  expect(divided.map(({ name }) => name).sort()).toEqual([...placed('distributed')].sort());
  for (const { name, column } of divided) expect(placements[name], name).toMatchObject({ by: column });
  expect(new Set(divided.map((row) => row.shards))).toEqual(new Set([shards]));
  // One group: the rows of one workspace are on one machine.
  expect(new Set(divided.map(({ group }) => group)).size).toBe(1);
});

test('the rows of one workspace are on one worker, and both workers have workspaces', async () => {
  const { rows } = await client.query<{ workers: number; each: number }>(
    `WITH places AS (
       SELECT s.shardminvalue AS share, array_agg(DISTINCT n.nodeport) AS ports
       FROM pg_dist_shard s JOIN pg_dist_partition p USING (logicalrelid) JOIN pg_dist_placement l USING (shardid)
         JOIN pg_dist_node n USING (groupid) WHERE p.partmethod = 'h' GROUP BY 1)
     SELECT count(DISTINCT ports)::int AS workers, max(cardinality(ports))::int AS each FROM places`,
  );
  expect(rows).toEqual([{ workers: 2, each: 1 }]);
});

test('no foreign key is lost', async () => {
  const keys = await readForeignKeys(client);
  expect(keys.map(({ name }) => name)).toEqual(inject('foreignKeys'));
  expect(keys.filter(({ definition }) => definition.includes('ON UPDATE CASCADE'))).toEqual([]);
  const contact = `INSERT INTO contacts (platform_id, workspace_id, id, email, address_hash, created_at, updated_at)
     VALUES ('nobody', 'nowhere', 'one', 'a@example.com', '\\x01', now(), now())`;
  await expect(client.query(contact)).rejects.toMatchObject({ code: '23503' });
});

test('changes of rows are counted on each copy alike, and in shards', async () => {
  await client.query(`INSERT INTO platforms (id, name, created_at) VALUES ('counted', 'Counted', now())`);
  try {
    await client.query(
      `INSERT INTO workspaces (platform_id, id, name, timezone, locale, created_at, updated_at)
       VALUES ('counted', 'shop', 'Shop', 'UTC', 'en', now(), now())`,
    );
    await client.query(
      `INSERT INTO contacts (platform_id, workspace_id, id, email, address_hash, created_at, updated_at)
       VALUES ('counted', 'shop', 'one', 'a@example.com', '\\x01', now(), now())`,
    );
    for (const name of ['One', 'Two', 'Two']) {
      await client.query("UPDATE workspaces SET name = $1 WHERE platform_id = 'counted' AND id = 'shop'", [name]);
    }
    const { rows: copies } = await client.query<{ success: boolean; result: string }>(
      `SELECT success, result FROM run_command_on_all_nodes($$ SELECT row_version FROM workspaces WHERE id = 'shop' $$)`,
    );
    expect(copies).toEqual([1, 2, 3].map(() => ({ success: true, result: '2' })));
    await client.query("UPDATE contacts SET locale = 'de' WHERE workspace_id = 'shop' AND id = 'one'");
    await client.query("UPDATE contacts SET updated_at = now() WHERE workspace_id = 'shop' AND id = 'one'");
    const { rows } = await client.query("SELECT row_version FROM contacts WHERE workspace_id = 'shop'");
    expect(rows).toEqual([{ row_version: 1 }]);
  } finally {
    await client.query("DELETE FROM contacts WHERE workspace_id = 'shop'");
    await client.query("DELETE FROM workspaces WHERE platform_id = 'counted'");
    await client.query("DELETE FROM platforms WHERE id = 'counted'");
  }
});

test('a database that is divided already stays as it is', async () => {
  const before = await readForeignKeys(client);
  await expect(distribute(client)).rejects.toThrow(/already/);
  expect(await readForeignKeys(client)).toEqual(before);
});
