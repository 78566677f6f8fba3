import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';
import {
  type MessageFacts,
  messageColumns,
  type WebhookFacts,
  type WebhookRow,
  webhookColumns,
} from './build-bodies.ts';
import { openSecrets } from './open-secrets.ts';
import type { SigningKey } from './sign-webhook.ts';

/** Longer than an attempt may take, so that only the dead lose theirs; milliseconds. */
const leaseTime = 15_000;
/** Failures in a row after which an endpoint is paused (decisions, section 9). */
export const failuresToPause = 5;

/** A webhook whose attempt is ours, with all that its body and headers are made of. */
export interface ClaimedWebhook extends WebhookRow, WebhookFacts {
  readonly endpointId: string;
  readonly url: string;
  readonly attemptNumber: number;
  readonly roundAttempts: number;
  readonly roundStartedAt: Date;
  /** The one attempt that ends a pause. */
  readonly probe: boolean;
  /** Those that are live now: a revoked one signs nothing more. */
  readonly keys: readonly SigningKey[];
}

interface ClaimedRow extends WebhookRow, MessageFacts {
  readonly endpointId: string;
  readonly url: string;
  readonly attemptNumber: number;
  readonly roundAttempts: number;
  readonly roundStartedAt: Date;
  readonly probe: boolean;
  readonly workspaceReference: string | null;
  /** With the first row alone. */
  readonly secretIds: readonly string[] | null;
  readonly secretsSealed: readonly Buffer[] | null;
}

/**
 * Takes up to `limit` due webhooks of the endpoint, none while it is paused, and one alone when a pause has just ended:
 * whoever moves the pause on has the probe. A claimed row is free again when its lease is over: that is crash recovery.
 * One statement, so that what is sent was true at one instant.
 */
export async function claimWebhooks(app: App, turn: TurnKey, limit: number): Promise<readonly ClaimedWebhook[]> {
  const now = app.clock.now();
  const { rows } = await app.db.pool.query<ClaimedRow>({
    name: 'claim-webhooks',
    text: claimStatement,
    values: [turn.platformId, turn.id, now, limit, new Date(now.getTime() + leaseTime)],
  });
  const keys = openSecrets(app, rows[0]?.secretIds ?? [], rows[0]?.secretsSealed ?? []);
  return rows.map(({ workspaceReference, ...row }) => ({
    ...row,
    keys,
    workspace: row.workspaceId === null ? null : { id: row.workspaceId, reference: workspaceReference },
    message: row.messageId === null || row.idempotencyKey === null ? null : row,
  }));
}

const dueConditions = `platform_id = $1 AND endpoint_id = $2 AND state = 'pending' AND due_at <= $3
  AND coalesce(lease_until <= $3, true) AND round_started_at > $3::timestamptz - interval '72 hours'`;

const claimStatement = `
  WITH endpoint AS (
    SELECT url, failures >= ${failuresToPause} AS probe FROM webhook_endpoints
    WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL AND coalesce(paused_until <= $3, true)
  ), moved AS (
    -- The endpoint before its webhooks, as deleting an endpoint locks them: the other way round the two deadlock.
    UPDATE webhook_endpoints e SET paused_until = $5
    WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL AND coalesce(paused_until <= $3, true)
      AND failures >= ${failuresToPause}
      -- Looked up only when the conditions before it hold.
      AND (SELECT id FROM webhooks WHERE ${dueConditions} AND endpoint_id = e.id ORDER BY due_at LIMIT 1) IS NOT NULL
    RETURNING id
  ), due AS (
    SELECT id FROM webhooks WHERE ${dueConditions}
    ORDER BY due_at
    LIMIT (SELECT coalesce(max(CASE WHEN probe THEN (SELECT count(*) FROM moved) ELSE $4::int END), 0) FROM endpoint)
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE webhooks h
    SET attempt_number = h.attempt_number + 1, round_attempts = h.round_attempts + 1, lease_until = $5
    FROM due WHERE h.platform_id = $1 AND h.id = due.id
    RETURNING h.*
  )
  SELECT ${webhookColumns('h')}, h.endpoint_id AS "endpointId", h.attempt_number AS "attemptNumber",
    h.round_attempts AS "roundAttempts", h.round_started_at AS "roundStartedAt", endpoint.url, endpoint.probe,
    w.reference AS "workspaceReference", ${messageColumns('m')},
    CASE WHEN row_number() OVER first_due = 1 THEN secrets.ids END AS "secretIds",
    CASE WHEN row_number() OVER first_due = 1 THEN secrets.sealed END AS "secretsSealed"
  FROM claimed h
  CROSS JOIN endpoint
  CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids, array_agg(secret_sealed ORDER BY id) AS sealed
              FROM webhook_secrets WHERE platform_id = $1) secrets
  LEFT JOIN workspaces w ON w.platform_id = h.platform_id AND w.id = h.workspace_id
  LEFT JOIN messages m ON m.workspace_id = h.workspace_id AND m.id = h.message_id
  WINDOW first_due AS (ORDER BY h.due_at, h.id)
  ORDER BY h.due_at, h.id`;
