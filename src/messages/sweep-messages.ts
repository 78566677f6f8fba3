/**
 * The sweep of messages: one look a second, by one worker at a time, for what only time moves. Turns for due messages
 * are asked for in ask-for-due-messages.ts.
 */
import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { maintenanceLimits } from '../db/time-limits.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { countOutcomes } from '../workspaces/count-outcomes.ts';
import { failOrphanedMail } from './fail-orphaned-mail.ts';
import { failPoison } from './fail-poison.ts';

/** Rows moved by one sweep, at most; the next one goes on. */
const rowsASweep = 500;
/** How long a promised delivery report is waited for; hours (decisions, section 7). */
const reportHours = 72;

/** Any number that no other advisory lock of ours has. */
const sweepLock = 7_461_011;

interface MovedRow {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly simulated: boolean;
}

const movedColumns = `m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.id,
  m.simulation IS NOT NULL AS simulated`;

/** Frees lost leases, and ends what is past its day or lost its workspace. */
export async function sweepMessages(app: App): Promise<void> {
  const woken = await app.db.transaction(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [sweepLock]);
    if (!rows[0]?.mine) return [];
    const now = app.clock.now();
    const poisoned = await freeLostLeases(app, client, now);
    const expired = await expireMessages(client, now);
    const silent = await endSilence(client, now);
    await countSweptOutcomes(client, expired, silent, now);
    const orphaned = await failOrphanedMail(app, client, now);
    const causes = [
      ...expired.map((row) => ({ ...row, type: 'message.expired' as const })),
      ...silent.map((row) => ({ ...row, type: 'message.delivered' as const })),
    ];
    const endpoints = await recordWebhooks(
      app,
      client,
      causes.map(({ id, ...cause }) => ({ ...cause, source: 'service', messageId: id, details: {}, at: now })),
    );
    return [...endpoints, ...poisoned, ...orphaned];
  }, maintenanceLimits);
  await app.wake.ask('webhooks', woken);
}

/** Counts the leases that each message lost, and fails what has lost too many. Gives the endpoints that must be told. */
async function freeLostLeases(app: App, client: Queryable, now: Date): Promise<readonly TurnKey[]> {
  const { rowCount } = await client.query(
    `UPDATE messages SET state = 'queued', lease_until = NULL, due_at = $1, lost_leases = lost_leases + 1
     WHERE (workspace_id, id) IN (
       SELECT workspace_id, id FROM messages WHERE state = 'sending' AND lease_until < $1
       LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED)`,
    [now],
  );
  return rowCount === 0 ? [] : failPoison(app, client);
}

async function expireMessages(client: Queryable, now: Date): Promise<readonly MovedRow[]> {
  const { rows } = await client.query<MovedRow>(
    `WITH late AS (
       SELECT workspace_id, id FROM messages WHERE state = 'queued' AND expires_at <= $1
       ORDER BY expires_at LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM attachments a USING late WHERE a.workspace_id = late.workspace_id AND a.message_id = late.id
     )
     UPDATE messages m SET state = 'expired', ended_at = $1 FROM late
     WHERE m.workspace_id = late.workspace_id AND m.id = late.id
     RETURNING ${movedColumns}`,
    [now],
  );
  return rows;
}

async function endSilence(client: Queryable, now: Date): Promise<readonly MovedRow[]> {
  const { rows } = await client.query<MovedRow>(
    `WITH silent AS (
       SELECT workspace_id, id FROM messages
       WHERE state = 'sent' AND ended_at <= $1::timestamptz - interval '${reportHours} hours'
       ORDER BY ended_at LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM attachments a USING silent WHERE a.workspace_id = silent.workspace_id AND a.message_id = silent.id
     )
     UPDATE messages m SET state = 'delivered', evidence = 'silence', ended_at = $1 FROM silent
     WHERE m.workspace_id = silent.workspace_id AND m.id = silent.id
     RETURNING ${movedColumns}`,
    [now],
  );
  return rows;
}

/** They end as any other message does, as far as the health of their workspaces goes. */
async function countSweptOutcomes(
  client: Queryable,
  expired: readonly MovedRow[],
  silent: readonly MovedRow[],
  at: Date,
): Promise<void> {
  const ended = [
    ...expired.map((row) => ({ ...row, delivered: 0 })),
    ...silent.map((row) => ({ ...row, delivered: 1 })),
  ];
  await countOutcomes(
    client,
    ended
      .filter(({ simulated }) => !simulated)
      .map(({ platformId, workspaceId, delivered }) => ({
        platformId,
        workspaceId,
        at,
        ended: 1,
        delivered,
        hardBounces: 0,
        complaints: 0,
      })),
  );
}
