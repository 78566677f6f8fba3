/**
 * Removes rows whose lifetime has passed (docs/rules.md#retention): the oldest go first, by the order the index is read, and
 * not the table. On a cluster those of workspaces go workspace by workspace.
 */
import { inWorkspaces } from '../db/by-workspace.ts';
import type { Db, Queryable } from '../db/connections/pool.ts';
import { type Only, statement } from '../db/rows.ts';

/** Rows that one batch removes, at most; a message takes its webhooks along. */
export const rowsABatch = 200;

interface Passed {
  readonly table: string;
  /** Columns that identify a row. */
  readonly key: string;
  /** The column of its time. */
  readonly time: string;
}

const isPassed = ({ time }: Passed, until: string) => `${time} <= ${until}`;

const removeSql = ({ table, key, time }: Passed, condition: string, only: Only) => `
    DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${condition} AND ${only('workspace_id')}
      ORDER BY ${time} LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED) AND ${only('workspace_id')}
    RETURNING 1 AS gone`;

const findSql = ({ table, time }: Passed, condition: string) => `
    SELECT workspace_id AS "workspaceId" FROM ${table} WHERE ${condition} ORDER BY ${time} LIMIT ${rowsABatch}`;

const removal = (rows: Passed) =>
  statement({
    values: { until: 'timestamptz' },
    text: ({ until }, only) => removeSql(rows, isPassed(rows, until), only),
  });
const finding = (rows: Passed) =>
  statement({ values: { until: 'timestamptz' }, text: ({ until }) => findSql(rows, isPassed(rows, until)) });
/** Rows before an id: it begins with the time of its row, so an index finds the oldest. */
const removalById = (rows: Passed) =>
  statement({ values: { until: 'text' }, text: ({ until }, only) => removeSql(rows, `${rows.time} < ${until}`, only) });
const findingById = (rows: Passed) =>
  statement({ values: { until: 'text' }, text: ({ until }) => findSql(rows, `${rows.time} < ${until}`) });

const rates = { table: 'emit_rates', key: 'workspace_id, address_hash', time: 'updated_at' };
// Those of before the first day (src/retention/partitions/key-days.ts).
const keys = { table: 'idempotency_keys_default', key: 'workspace_id, key', time: 'created_at' };
const resends = { table: 'message_resends', key: 'workspace_id, message_id', time: 'created_at' };
const former = { table: 'former_addresses', key: 'workspace_id, address_hash, contact_id', time: 'until' };
const lifts = { table: 'suppression_lifts', key: 'workspace_id, id', time: 'created_at' };
const healthChanges = { table: 'health_changes', key: 'platform_id, workspace_id, id', time: 'at' };
const imports = { table: 'imports', key: 'workspace_id, id', time: 'finished_at' };
const figures = { table: 'figures', key: 'workspace_id, platform_id, day, template_version_id, provider', time: 'day' };

// Those outside of the partitions that the service made, which it drops as a whole (docs/partitions.md); and answers.
const attempts = { table: 'message_attempts_default', key: 'workspace_id, message_id, number', time: 'message_id' };
const reports = { table: 'message_reports_default', key: 'workspace_id, message_id, number', time: 'message_id' };
const opens = { table: 'message_opens_default', key: 'workspace_id, message_id, id', time: 'message_id' };
const replies = { table: 'message_replies', key: 'message_id, workspace_id, id', time: 'message_id' };

const removals = {
  keys: removal(keys),
  rates: removal(rates),
  resends: removal(resends),
  former: removal(former),
  lifts: removal(lifts),
  healthChanges: removal(healthChanges),
  imports: removal(imports),
};
const findings = {
  keys: finding(keys),
  rates: finding(rates),
  resends: finding(resends),
  former: finding(former),
  lifts: finding(lifts),
  healthChanges: finding(healthChanges),
  imports: finding(imports),
};

const removalsById = {
  attempts: removalById(attempts),
  reports: removalById(reports),
  opens: removalById(opens),
  replies: removalById(replies),
};
const findingsById = {
  attempts: findingById(attempts),
  reports: findingById(reports),
  opens: findingById(opens),
  replies: findingById(replies),
};

const removeFigures = statement({
  values: { until: 'timestamptz' },
  text: ({ until }, only) => removeSql(figures, `day < ${until}::date`, only),
});
const findFigures = statement({
  values: { until: 'timestamptz' },
  text: ({ until }) => findSql(figures, `day < ${until}::date`),
});

/** Each returns whether there may be more. */
export async function removePassed(
  db: Db,
  client: Queryable,
  rows: keyof typeof removals,
  until: Date,
): Promise<boolean> {
  const extent = { find: findings[rows]({ until }), rows: rowsABatch };
  const gone = await inWorkspaces(db, client, extent, async (form) => {
    return (await client.query(form(removals[rows])({ until }))).rows;
  });
  return gone.length >= rowsABatch;
}

export async function removeById(
  db: Db,
  client: Queryable,
  rows: keyof typeof removalsById,
  until: string,
): Promise<boolean> {
  const extent = { find: findingsById[rows]({ until }), rows: rowsABatch };
  const gone = await inWorkspaces(db, client, extent, async (form) => {
    return (await client.query(form(removalsById[rows])({ until }))).rows;
  });
  return gone.length >= rowsABatch;
}

export async function removeOldFigures(db: Db, client: Queryable, until: Date): Promise<boolean> {
  const extent = { find: findFigures({ until }), rows: rowsABatch };
  const gone = await inWorkspaces(db, client, extent, async (form) => {
    return (await client.query(form(removeFigures)({ until }))).rows;
  });
  return gone.length >= rowsABatch;
}
