/** Where PostgreSQL keeps the rows of a table with partitions. */
import type { App } from '../../src/context.ts';
import { partitionedTables, partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';

export function partitionedTable(name: string) {
  const table = partitionedTables.find((each) => each.name === name);
  if (!table) throw new Error(`${name} has no partitions`);
  return table;
}

export function partitionPlaces(app: () => App, name: string) {
  const table = partitionedTable(name);
  const names = async (text: string, values: readonly string[] = []) =>
    (await app().db.pool.query<{ name: string }>(text, [...values])).rows.map((row) => row.name);
  return {
    nameOf: (at: Date) => partitionName(table, partitionStart(table, at)),
    /** Partitions that have rows of a workspace. */
    places: (workspaceId: string) =>
      names(`SELECT DISTINCT tableoid::regclass::text AS name FROM ${name} WHERE workspace_id = $1 ORDER BY 1`, [
        workspaceId,
      ]),
    partitions: () =>
      names(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${name}'::regclass`),
  };
}
