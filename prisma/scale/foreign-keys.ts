/** Foreign keys of the schema, read from the database, and where Citus can keep one. */
import type pg from 'pg';
import type { Placement } from './placements.ts';

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
  /** As ALTER TABLE … ADD CONSTRAINT takes it. */
  readonly definition: string;
}

/** Those that migrations made, in the order of their names; the copies that partitions have are left out. */
export async function readForeignKeys(client: Pick<pg.ClientBase, 'query'>): Promise<readonly ForeignKey[]> {
  const columns = (relation: string, numbers: string) =>
    `ARRAY(SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY n (number, place)
           JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = n.number ORDER BY n.place)`;
  const { rows } = await client.query<ForeignKey>(
    `SELECT t.relname AS "table", o.conname AS name, ${columns('o.conrelid', 'o.conkey')} AS columns,
       f.relname AS target, ${columns('o.confrelid', 'o.confkey')} AS "targetColumns",
       pg_get_constraintdef(o.oid) AS definition
     FROM pg_constraint o JOIN pg_class t ON t.oid = o.conrelid JOIN pg_class f ON f.oid = o.confrelid
     WHERE o.contype = 'f' AND o.conparentid = 0 AND t.relnamespace = 'public'::regnamespace
     ORDER BY t.relname, o.conname`,
  );
  return rows;
}

/** Why Citus cannot keep a foreign key between tables that are placed so; null: it can. */
export function faultOf(key: ForeignKey, from: Placement, to: Placement): string | null {
  if (to.kind === 'reference') return null;
  if (from.kind === 'local') return to.kind === 'local' ? null : 'leads from the coordinator to shards';
  if (to.kind === 'local') return 'leads to a table that the coordinator alone has';
  if (from.kind === 'reference') return 'leads from a table on every machine to shards';
  const at = key.columns.indexOf(from.by);
  return at >= 0 && key.targetColumns[at] === to.by ? null : 'does not carry the workspace';
}

/**
 * The key as Citus takes it. Of keys that have the workspace it takes none that follows a change of what it leads to: no
 * statement of the service changes an id, so nothing follows one today either.
 */
export function definitionOnCitus({ definition }: ForeignKey): string {
  return definition.replace(' ON UPDATE CASCADE', '');
}
