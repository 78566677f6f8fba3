/**
 * Rows of many workspaces in one statement, or in one for each workspace (docs/rules.md#statements-of-one-workspace). A
 * cluster sends a statement that names its one workspace to the shard as it is; it refuses most that mix them.
 */
import type { Db } from './connections/pool.ts';
import type { Query, Statement } from './rows.ts';

/** Makes the query of some of the rows: in the form for one workspace, or in that for any. */
export type QueryOf<Given> = (input: Given) => Query;

/**
 * Runs `work` for all rows at once on one database, and on a cluster once for the rows of each workspace, side by side.
 * Returns its results in the order of the groups, whose rows keep their order.
 */
export function byWorkspace<Row, Given, Result>(
  db: Pick<Db, 'isCluster'>,
  statement: Statement<Given>,
  rows: readonly Row[],
  workspaceOf: (row: Row) => string,
  work: (rows: readonly Row[], query: QueryOf<Given>) => Promise<Result>,
): Promise<readonly Result[]> {
  const { ofOne } = statement;
  if (ofOne === null || !db.isCluster()) return Promise.all([work(rows, statement)]);
  const groups = [...Map.groupBy(rows, workspaceOf)];
  return Promise.all(groups.map(([workspaceId, some]) => work(some, (input) => ofOne(input, workspaceId))));
}
