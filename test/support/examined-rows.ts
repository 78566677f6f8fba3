/** How many rows PostgreSQL examines for statements, as its own count of each run says. */
import type pg from 'pg';
import type { Db, Queryable } from '../../src/db/connections/pool.ts';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { readByIndexes } from '../../src/db/lists/walk.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Plan[];
}

export interface Examined<Result> {
  readonly result: Result;
  /** Rows that scans of tables read, those that a filter removed included. */
  readonly rows: number;
  /** The same by table. */
  readonly rowsOf: Readonly<Record<string, number>>;
  /** Pages of tables and indexes. */
  readonly pages: number;
  /** Kinds of the scans, with their tables or indexes. */
  readonly scans: readonly string[];
}

type Work<Result> = (client: Queryable) => Promise<Result>;

/** Runs `work` as a list does, and each of its statements once more to count. */
export function examine<Result>(db: Db, work: Work<Result>): Promise<Examined<Result>> {
  return examineIn((counted) => readByIndexes(db, counted), work);
}

/** As `examine`, with the plans that the planner prefers under some settings. */
export function examinePlanned<Result>(
  db: Db,
  work: Work<Result>,
  settings: readonly string[] = [],
): Promise<Examined<Result>> {
  return examineIn((counted) => db.transaction(counted, requestLimits, settings), work);
}

async function examineIn<Result>(
  run: (counted: Work<Result>) => Promise<Result>,
  work: Work<Result>,
): Promise<Examined<Result>> {
  let rows = 0;
  const rowsOf: Record<string, number> = {};
  let pages = 0;
  const scans: string[] = [];
  const result = await run((client) => {
    const query = async (given: string | pg.QueryConfig, list?: unknown[]) => {
      const { text, values } = typeof given === 'string' ? { text: given, values: list } : given;
      if (/^\s*(?:SELECT|WITH)\b/.test(text)) {
        const explained = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
          `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
          values,
        );
        const [root] = explained.rows[0]?.['QUERY PLAN'] ?? [];
        if (!root) throw new Error('PostgreSQL gave no plan.');
        pages += (root.Plan['Shared Hit Blocks'] ?? 0) + (root.Plan['Shared Read Blocks'] ?? 0);
        for (const node of nodesOf(root.Plan)) {
          if (node['Relation Name'] === undefined && node['Node Type'] !== 'Bitmap Index Scan') continue;
          const isBitmap = node['Relation Name'] === undefined;
          scans.push(`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
          const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
          // Entries of an index cost far less than rows.
          if (isBitmap) continue;
          const read = (node['Actual Rows'] + removed) * node['Actual Loops'];
          rows += read;
          const table = node['Relation Name'] ?? '';
          rowsOf[table] = (rowsOf[table] ?? 0) + read;
        }
      }
      return typeof given === 'string' ? client.query(given, values) : client.query(given);
    };
    return work({ query: query as pg.ClientBase['query'] });
  });
  return { result, rows, rowsOf, pages, scans };
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
