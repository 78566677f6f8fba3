import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { countOutcomes } from '../workspaces/count-outcomes.ts';
import type { FailureReason } from './message-outcome.ts';

/** Messages moved in one transaction, at most. */
export const rowsABatch = 500;

interface FailedRow {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly simulated: boolean;
}

interface Moved {
  readonly count: number;
  /** The endpoints to ask turns for once the transaction has committed. */
  readonly endpoints: readonly TurnKey[];
}

/**
 * Fails the queued messages that `selection` locks: a query of `workspace_id, id` whose parameters, from `$3`, are
 * `values`. They were never offered, so nothing is learnt about their recipients; but they have ended, and health counts
 * messages that ended, simulated and suppressed ones alone left out (decisions, section 8).
 */
export async function moveToFailed(
  app: App,
  client: Queryable,
  reason: FailureReason,
  selection: string,
  values: readonly unknown[],
): Promise<Moved> {
  const now = app.clock.now();
  const { rows } = await client.query<FailedRow>(
    `WITH stranded AS (${selection}), gone AS (
       DELETE FROM attachments a USING stranded s WHERE a.workspace_id = s.workspace_id AND a.message_id = s.id
     )
     UPDATE messages m SET state = 'failed', reason = $1, ended_at = $2 FROM stranded s
     WHERE m.workspace_id = s.workspace_id AND m.id = s.id
     RETURNING m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.id,
       m.simulation IS NOT NULL AS simulated`,
    [reason, now, ...values],
  );
  await countOutcomes(
    client,
    rows
      .filter(({ simulated }) => !simulated)
      .map(({ platformId, workspaceId }) => ({
        platformId,
        workspaceId,
        at: now,
        ended: 1,
        delivered: 0,
        hardBounces: 0,
        complaints: 0,
      })),
  );
  const endpoints = await recordWebhooks(
    app,
    client,
    rows.map(({ id, ...row }) => ({
      ...row,
      type: 'message.failed',
      source: 'service',
      messageId: id,
      details: { reason },
      at: now,
    })),
  );
  return { count: rows.length, endpoints };
}
