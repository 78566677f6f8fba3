import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';
import type { WebhookRow } from './build-bodies.ts';

/** Longer than an attempt may take, so that only the dead lose theirs; milliseconds. */
const leaseTime = 15_000;
/** Failures in a row after which an endpoint is paused (decisions, section 9). */
export const failuresToPause = 5;

/** A webhook whose attempt is ours. */
export interface ClaimedWebhook extends WebhookRow {
  readonly endpointId: string;
  readonly url: string;
  readonly attemptNumber: number;
  readonly roundAttempts: number;
  readonly roundStartedAt: Date;
  /** The one attempt that ends a pause. */
  readonly probe: boolean;
}

/**
 * Takes up to `limit` due webhooks of the endpoint, none while it is paused, and one alone when a pause has just ended:
 * whoever moves the pause on has the probe. A claimed row is due again when its lease is over: that is crash recovery.
 */
export async function claimWebhooks(app: App, turn: TurnKey, limit: number): Promise<readonly ClaimedWebhook[]> {
  const now = app.clock.now();
  const leaseEnd = new Date(now.getTime() + leaseTime);
  const { rows: endpoints } = await app.db.pool.query<{ failures: number; paused: boolean }>({
    name: 'endpoint-breaker',
    text: `SELECT failures, coalesce(paused_until > $3, false) AS paused FROM webhook_endpoints
           WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL`,
    values: [turn.platformId, turn.id, now],
  });
  const endpoint = endpoints[0];
  if (!endpoint || endpoint.paused) return [];
  const probe = endpoint.failures >= failuresToPause;
  if (probe) {
    const { rowCount } = await app.db.pool.query(
      `UPDATE webhook_endpoints SET paused_until = $4
       WHERE platform_id = $1 AND id = $2 AND coalesce(paused_until <= $3, true)`,
      [turn.platformId, turn.id, now, leaseEnd],
    );
    if (rowCount === 0) return [];
  }
  const { rows } = await app.db.pool.query<Omit<ClaimedWebhook, 'probe'>>({
    name: 'claim-webhooks',
    text: `
      WITH due AS (
        SELECT id FROM webhooks
        WHERE platform_id = $1 AND endpoint_id = $2 AND state = 'pending' AND due_at <= $3
          AND round_started_at > $3::timestamptz - interval '72 hours'
        ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED
      )
      UPDATE webhooks h
      SET attempt_number = h.attempt_number + 1, round_attempts = h.round_attempts + 1, due_at = $5, lease_until = $5
      FROM due
      JOIN webhook_endpoints e ON e.platform_id = $1 AND e.id = $2
      WHERE h.platform_id = $1 AND h.id = due.id
      RETURNING h.platform_id AS "platformId", h.id, h.type, h.source, h.simulated, h.workspace_id AS "workspaceId",
        h.message_id AS "messageId", h.contact_id AS "contactId", h.contact_reference AS "contactReference", h.details,
        h.created_at AS "createdAt", h.endpoint_id AS "endpointId", e.url, h.attempt_number AS "attemptNumber",
        h.round_attempts AS "roundAttempts", h.round_started_at AS "roundStartedAt"`,
    values: [turn.platformId, turn.id, now, probe ? 1 : limit, leaseEnd],
  });
  return rows.map((row) => ({ ...row, probe }));
}
