/**
 * Removes the data of deleted workspaces after its lifetime (docs/rules.md#deleted-workspace-retention), in short
 * transactions that lock only their own rows.
 */
import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import { removeHistories } from '../../messages/states/remove-histories.ts';
import { deletedWorkspaceLifetime, keptSince } from '../../retention/lifetimes.ts';

/** Rows of one table removed in one transaction, at most; a message takes its files along. */
const rowsABatch = 500;
/** Transactions of one purge, at most; the next purge continues. */
const batchesAPurge = 20;

/**
 * Every table of a workspace but its webhooks, messages and events, which go first, in an order that foreign keys allow, with
 * the columns that tell the rows of one workspace apart. Tables whose rows go with others are left out: files go with
 * their message, consent and tags with their contact, health with the workspace, chunks and faults of a file with their
 * import.
 */
const keys = {
  idempotency_keys: ['key', 'day'],
  emit_rates: ['address_hash'],
  erasures: ['id'],
  imports: ['id'],
  erased_addresses: ['address_hash'],
  message_resends: ['message_id'],
  suppressions: ['scope_id', 'id'],
  suppression_lifts: ['id'],
  mailbox_fault_days: ['address_hash', 'day'],
  contacts: ['id'],
  former_addresses: ['address_hash', 'contact_id'],
  tags: ['id'],
  health_hours: ['hour'],
  sending_days: ['day'],
  refused_emits: ['platform_id', 'id'],
  // The sums of the platform stay.
  figures: ['platform_id', 'day', 'template_version_id', 'provider'],
} as const;

type Table = keyof typeof keys;
const tables = Object.keys(keys) as Table[];

/** A batch of a table, by the table's name. */
const deletions = Object.fromEntries(
  tables.map((table) => [
    table,
    `DELETE FROM ${table} t USING (
       SELECT ${keys[table].join(', ')} FROM ${table} WHERE workspace_id = $1 LIMIT ${rowsABatch}) d
     WHERE t.workspace_id = $1 AND ${keys[table].map((column) => `t.${column} = d.${column}`).join(' AND ')}`,
  ]),
) as Readonly<Record<Table, string>>;

/** A batch names the keys of its rows: another join reads whole partitions for them. */
const byKeys = ['enable_hashjoin = off', 'enable_mergejoin = off'];

interface Doomed {
  readonly platform_id: string;
  readonly id: string;
  readonly purged_at: Date | null;
}

/** Removes the rows of workspaces that were deleted long enough ago; the workspace's own row goes last. */
export async function purgeDeletedWorkspaces(app: App): Promise<void> {
  const now = app.clock.now();
  const deletedBefore = keptSince(deletedWorkspaceLifetime, now);
  for (let batch = 1; batch <= batchesAPurge; batch += 1) {
    const removed = await app.db.transaction(
      (client) => purgeBatch(client, deletedBefore, now),
      maintenanceLimits,
      byKeys,
    );
    if (!removed) return;
  }
}

/** Returns whether there was anything to remove. */
async function purgeBatch(client: Queryable, deletedBefore: Date, now: Date): Promise<boolean> {
  const { rows } = await client.query<Doomed>(
    // Another process may be purging a workspace: each takes its own.
    `SELECT platform_id, id, purged_at FROM workspaces WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [deletedBefore],
  );
  const workspace = rows[0];
  if (!workspace) return false;
  if (workspace.purged_at === null) {
    // With the first rows: a process whose clock is behind must not undo the deletion of a workspace that lacks them.
    await client.query('UPDATE workspaces SET purged_at = $3 WHERE platform_id = $1 AND id = $2', [
      workspace.platform_id,
      workspace.id,
      now,
    ]);
  }
  if (await removeWebhooks(client, workspace)) return true;
  if (await removeMessages(client, workspace)) return true;
  if (await removeEvents(client, workspace)) return true;
  for (const table of tables) {
    const { rowCount } = await client.query(deletions[table], [workspace.id]);
    if (rowCount !== 0) return true;
  }
  await client.query('DELETE FROM workspaces WHERE platform_id = $1 AND id = $2', [
    workspace.platform_id,
    workspace.id,
  ]);
  return true;
}

/**
 * Returns whether there were any. They are locked before their pending rows are looked for: a redelivery adds such a row while
 * it has that of the webhook.
 */
async function removeWebhooks(client: Queryable, { platform_id: platformId, id }: Doomed): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM webhooks WHERE workspace_id = $1 LIMIT ${rowsABatch} FOR UPDATE`,
    [id],
  );
  if (rows.length === 0) return false;
  await client.query(
    `WITH ended AS (DELETE FROM pending_webhooks WHERE platform_id = $1 AND id = ANY($2))
     DELETE FROM webhooks WHERE platform_id = $1 AND id = ANY($2)`,
    [platformId, rows.map((webhook) => webhook.id)],
  );
  return true;
}

/**
 * Returns whether there were any. They take along what happened to them, which is found by their ids alone; that of messages
 * which retention has removed goes with its partition (docs/partitions.md#what-happened-to-messages).
 */
async function removeMessages(client: Queryable, { id: workspaceId }: Doomed): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM messages WHERE workspace_id = $1 ORDER BY id LIMIT ${rowsABatch} FOR UPDATE`,
    [workspaceId],
  );
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await removeHistories(client, workspaceId, ids);
  await client.query('DELETE FROM messages WHERE workspace_id = $1 AND id = ANY($2)', [workspaceId, ids]);
  return true;
}

/** Returns whether there were any. The ids are values, so PostgreSQL looks into the partitions of their times alone. */
async function removeEvents(client: Queryable, { id: workspaceId }: Doomed): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM events WHERE workspace_id = $1 ORDER BY id LIMIT ${rowsABatch}`,
    [workspaceId],
  );
  if (rows.length === 0) return false;
  await client.query('DELETE FROM events WHERE workspace_id = $1 AND id = ANY($2)', [
    workspaceId,
    rows.map(({ id }) => id),
  ]);
  return true;
}
