/**
 * Removes rows of tables that a cluster has on every machine (docs/rules.md#retention). There the rows are found by one
 * copy and then named: each copy could find others.
 */
import type { Db, Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { rowsABatch } from './remove-passed.ts';

const tables = {
  redeliveries: { table: 'webhook_redeliveries', time: 'created_at', further: 'finished_at IS NOT NULL' },
  files: { table: 'files', time: 'expires_at', further: 'true' },
} as const;
type Table = (typeof tables)[keyof typeof tables];

const isPassed = ({ time, further }: Table, until: string) => `${time} <= ${until} AND ${further}`;
const oldestSql = ({ table, time, ...of }: Table, until: string) => `
      SELECT platform_id, id FROM ${table} WHERE ${isPassed({ table, time, ...of } as Table, until)}
      ORDER BY ${time} LIMIT ${rowsABatch}`;

const removal = (of: Table) =>
  statement({
    alone: true,
    values: { until: 'timestamptz' },
    text: ({ until }) => `
    DELETE FROM ${of.table} WHERE (platform_id, id) IN (${oldestSql(of, until)} FOR UPDATE SKIP LOCKED)`,
  });

interface Named {
  readonly platform_id: string;
  readonly id: string;
}

const finding = (of: Table) =>
  statement({ values: { until: 'timestamptz' }, text: ({ until }) => oldestSql(of, until) });
const removalOf = (of: Table) =>
  statement({
    rows: { i: rowsOf<Named>({ platform_id: ['text', (row) => row.platform_id], id: ['text', (row) => row.id] }) },
    values: { until: 'timestamptz' },
    text: ({ i, until }) => `
    DELETE FROM ${of.table} t USING ${i} WHERE t.platform_id = i.platform_id AND t.id = i.id AND ${isPassed(of, until)}`,
  });

const removals = { redeliveries: removal(tables.redeliveries), files: removal(tables.files) };
const findings = { redeliveries: finding(tables.redeliveries), files: finding(tables.files) };
const removalsOf = { redeliveries: removalOf(tables.redeliveries), files: removalOf(tables.files) };

/** Returns whether there may be more. */
export async function removeCopies(
  db: Db,
  client: Queryable,
  rows: keyof typeof tables,
  until: Date,
): Promise<boolean> {
  if (!db.isCluster()) return (await client.query(removals[rows]({ until }))).rowCount === rowsABatch;
  const found = await client.query<Named>(findings[rows]({ until }));
  if (found.rows.length > 0) await client.query(removalsOf[rows]({ i: found.rows, until }));
  return found.rows.length === rowsABatch;
}
