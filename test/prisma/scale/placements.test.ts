/** Every table of the schema has a place on several machines, and the schema keeps what Citus asks of tables placed so. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../prisma/scale/contract.ts';
import { definitionOnCitus, type ForeignKey, faultOf, readForeignKeys } from '../../../prisma/scale/foreign-keys.ts';
import { type Placement, placed, placements } from '../../../prisma/scale/placements.ts';
import { generatedPart } from '../../support/generated-part.ts';
import { openClient } from '../../support/open-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let database: TestDatabase;
let client: pg.Client;
let keys: readonly ForeignKey[];
beforeAll(async () => {
  database = await createTestDatabase();
  client = await openClient(database.url);
  for (const step of contract) await client.query(step);
  keys = await readForeignKeys(client);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const namesOf = async (text: string): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
const placementOf = (table: string): Placement => {
  const placement = placements[table];
  if (placement === undefined) throw new Error(`${table} has no place`);
  return placement;
};

/** The column by which a table is divided. */
const dividedBy = (table: string): string => {
  const placement = placementOf(table);
  if (placement.kind !== 'distributed') throw new Error(`${table} is not divided`);
  return placement.by;
};

test('every table has a place, and no other table', async () => {
  const tables = await namesOf(
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname NOT LIKE '\\_prisma%'`,
  );
  expect(tables.length).toBeGreaterThan(50);
  expect(Object.keys(placements).sort()).toEqual([...tables].sort());
});

test('docs/scale.md says where each table lives, and why', async () => {
  const whereOf = (placement: Placement) => {
    if (placement.kind === 'distributed') return `by \`${placement.by}\``;
    return placement.kind === 'reference' ? 'on every machine' : 'on the coordinator';
  };
  const lines = Object.entries(placements).map(
    ([table, placement]) => `| \`${table}\` | ${whereOf(placement)} | ${placement.why} |`,
  );
  const part = await generatedPart(
    'docs/scale.md',
    'tables',
    ['| table | where | why |', '|---|---|---|', ...lines].join('\n'),
  );
  expect(part.found).toBe(part.made);
  const undivided = Object.entries(placements).flatMap(([table, placement]) =>
    placement.kind === 'local' && placement.until !== null ? [`| \`${table}\` | ${placement.until} |`] : [],
  );
  const lacking = ['| table | what changes |', '|---|---|', ...undivided].join('\n');
  const changes = await generatedPart('docs/scale.md', 'tables without the key', lacking);
  expect(changes.found).toBe(changes.made);
});

describe('a table that is divided', () => {
  test('has the workspace in every row', async () => {
    const columns = await namesOf(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND a.attnotnull AND a.attgenerated = ''`,
    );
    expect(placed('distributed').filter((table) => !columns.includes(`${table}.${dividedBy(table)}`))).toEqual([]);
  });

  test('has it in each of its keys', async () => {
    const tables = placed('distributed');
    const without = await namesOf(
      `SELECT c.relname || '.' || i.indexrelid::regclass AS name
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         JOIN unnest('{${tables}}'::text[], '{${tables.map(dividedBy)}}'::text[]) d (name, by) ON d.name = c.relname
       WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique
         AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = d.by
           AND a.attnum = ANY(i.indkey))`,
    );
    expect(without).toEqual([]);
  });

  test('counts no rows by a sequence', async () => {
    const counted = await namesOf(
      `SELECT c.relname::text AS name FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
       WHERE pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%' AND c.relname = ANY('{${placed('distributed')}}')`,
    );
    expect(counted).toEqual([]);
  });
});

describe('a foreign key', () => {
  test('leads where Citus can keep it', () => {
    const faults = keys.flatMap((key) => {
      const fault = faultOf(key, placementOf(key.table), placementOf(key.target));
      return fault === null ? [] : [`${key.table}.${key.name} ${fault}`];
    });
    expect(keys.length).toBeGreaterThan(30);
    expect(faults).toEqual([]);
  });

  test('without the workspace, from shards to the coordinator or into other shards is at fault', () => {
    const key = { table: 'a', name: 'k', target: 'b', definition: '' };
    const same = { ...key, columns: ['workspace_id', 'b_id'], targetColumns: ['workspace_id', 'id'] };
    const [shards, everywhere, coordinator] = ['messages', 'platforms', 'deployment'].map(placementOf) as [
      Placement,
      Placement,
      Placement,
    ];
    expect(faultOf(same, shards, shards)).toBeNull();
    expect(faultOf({ ...same, targetColumns: ['id', 'workspace_id'] }, shards, shards)).toMatch('workspace');
    expect(faultOf(same, shards, everywhere)).toBeNull();
    expect(faultOf(same, shards, coordinator)).toMatch('coordinator alone');
    expect(faultOf(same, everywhere, shards)).toMatch('every machine');
    expect(faultOf(same, coordinator, shards)).toMatch('from the coordinator');
    expect(faultOf(same, coordinator, everywhere)).toBeNull();
  });

  test('is made again without the part that Citus refuses', () => {
    expect(keys.some(({ definition }) => definition.includes('ON UPDATE CASCADE'))).toBe(true);
    const made = keys.map(definitionOnCitus);
    expect(made.filter((definition) => definition.includes('ON UPDATE CASCADE'))).toEqual([]);
    expect(made.filter((definition) => definition.includes('ON DELETE CASCADE')).length).toBeGreaterThan(5);
  });
});
