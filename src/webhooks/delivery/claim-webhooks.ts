import type { App } from '../../context.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { clockTolerance } from '../../ground/time/clock.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { openHeaders } from '../endpoints/endpoint-headers.ts';
import { notErasedSql } from '../not-erased-sql.ts';
import { openSecrets } from '../secrets/open-secrets.ts';
import type { SigningKey } from '../secrets/sign-webhook.ts';
import { isOpenSql, probesSql, startProbeSql } from './breaker.ts';
import { messageColumns, versionColumns, webhookColumns } from './build-bodies.ts';
import { claimApart } from './claim-apart.ts';
import type { ClaimedRow, ClaimedWebhook, WebhookClaim } from './claimed-webhook.ts';
import { dueOf } from './due-webhooks-sql.ts';
import { allowedSql, spendRateSql } from './endpoint-rate.ts';
import { roundsOverSince } from './webhook-schedule.ts';

/** How long after its claim an attempt may begin; milliseconds. A lease also covers the ten seconds of the attempt. */
const beginsWithin = 5_000;
const leaseTime = beginsWithin + 10_000;

/**
 * Claims up to `limit` webhooks of the endpoint, of those that became due at `dueFrom` or later (null: of all due ones):
 * none while it is paused, a single one, the probe, when a pause has just ended. The claim that extends the pause gets
 * the probe. A claimed row is free again when its lease is over, so a crash loses nothing. One statement serves all
 * claims that wait. An endpoint may have one claim at a time: it has one turn at a time.
 */
export function claimWebhooks(
  app: App,
  turn: TurnKey,
  limit: number,
  dueFrom: Date | null,
): Promise<readonly ClaimedWebhook[]> {
  return app.parts.webhookClaims.add({ turn, limit, dueFrom });
}

/** One statement on one database, so that URL, secrets and rows are those of one instant. */
export async function claimTogether(app: App, claims: readonly WebhookClaim[]) {
  if (app.clock.isSound?.() === false) return claims.map(() => ({ answer: [] }));
  await app.parts.restoreWatch.isLookedAt();
  const now = app.clock.now();
  const beginsUntil = new Date(now.getTime() + beginsWithin);
  const terms = {
    now,
    leaseUntil: new Date(now.getTime() + leaseTime),
    overSince: roundsOverSince(now),
    leaseEnd: new Date(now.getTime() + leaseTime + clockTolerance),
    platformIds: [...new Set(claims.map(({ turn }) => turn.platformId))],
    most: Math.max(...claims.map(({ limit }) => limit)),
  };
  const rows = app.db.isCluster()
    ? await claimApart(app, claims, terms)
    : (await app.db.pool.query<ClaimedRow>(claimStatement({ i: claims, ...terms }))).rows;
  const byPlatform = new Map<string, readonly SigningKey[]>();
  const byEndpoint = new Map<string, ClaimedWebhook[]>(claims.map(({ turn }) => [turn.id, []]));
  const headersOf = new Map<string, Readonly<Record<string, string>>>();
  for (const { workspaceReference, secretIds, secretsSealed, headersSealed, ...row } of rows) {
    const keys = byPlatform.get(row.platformId) ?? openSecrets(app, secretIds ?? [], secretsSealed ?? []);
    byPlatform.set(row.platformId, keys);
    const ownHeaders = headersOf.get(row.endpointId) ?? openHeaders(app.secrets, headersSealed);
    headersOf.set(row.endpointId, ownHeaders);
    byEndpoint.get(row.endpointId)?.push({
      ...row,
      ownHeaders,
      beginsUntil,
      keys,
      workspace: row.workspaceId === null ? null : { id: row.workspaceId, reference: workspaceReference },
      message: row.messageId === null || row.idempotencyKey === null ? null : row,
    });
  }
  return claims.map(({ turn }) => ({ answer: byEndpoint.get(turn.id) ?? [] }));
}

const claimRows = rowsOf<WebhookClaim>({
  platform_id: ['text', ({ turn }) => turn.platformId],
  id: ['text', ({ turn }) => turn.id],
  free: ['int', ({ limit }) => limit],
  due_from: ['timestamptz', ({ dueFrom }) => dueFrom],
});

/**
 * `most`, the greatest limit of the claims, changes no result. It keeps the plan: PostgreSQL keeps one as long as it
 * looks no more expensive than the average of those that it made for given values. The tables grow, and that average is
 * of old plans: most claims of a growing backlog were planned anew, 0.8 ms each. A plan for a given `most` is expected
 * to read all due rows, and one for any `most` a tenth of them.
 */
const claimStatement = statement({
  name: 'claim-webhooks',
  alone: true,
  rows: { i: claimRows },
  values: {
    now: 'timestamptz',
    leaseUntil: 'timestamptz',
    overSince: 'timestamptz',
    /** The end of no lease is later, unless a clock was ahead. */
    leaseEnd: 'timestamptz',
    platformIds: 'text[]',
    most: 'int',
  },
  text: ({ i, now, leaseUntil, overSince, leaseEnd, platformIds, most }) => `
  WITH asked AS MATERIALIZED (
    SELECT e.platform_id, e.id, e.url, e.body_version, e.headers_sealed, e.rate_limit, ${probesSql('e')} AS probe, i.free,
      -- A round begins no later than it is due: what was due before is over, and waits for the sweep in front of the rest.
      greatest(i.due_from, ${overSince}) AS due_from, ${now} AS now, ${overSince} AS over_since,
      ${leaseEnd} AS lease_end
    FROM ${i}
    JOIN webhook_endpoints e ON e.platform_id = i.platform_id AND e.id = i.id
    WHERE e.deleted_at IS NULL AND ${isOpenSql('e', now)}
      -- For this transaction: its commit need not reach the disk. A claim that dies with the server is free again, as
      -- any that dies; what came of it is committed in earnest.
      AND set_config('synchronous_commit', 'off', true) IS NOT NULL
  ), probing AS (
    -- An endpoint that somebody is changing waits for its next turn, and holds up none of the others.
    SELECT e.platform_id, e.id FROM asked a
    JOIN webhook_endpoints e ON e.platform_id = a.platform_id AND e.id = a.id
    WHERE a.probe AND e.deleted_at IS NULL AND ${isOpenSql('e', now)} AND ${probesSql('e')}
      AND EXISTS (SELECT FROM ${dueOf('a', notErasedSql('h'))} LIMIT ${most})
    FOR NO KEY UPDATE OF e SKIP LOCKED
  ), moved AS (
    -- The endpoint before its webhooks, as deleting an endpoint locks them: the other way round the two deadlock.
    -- No webhook's own row is locked or written: a claim would leave a version of it (docs/rules.md#pending-webhooks).
    UPDATE webhook_endpoints e SET ${startProbeSql(leaseUntil)}
    FROM probing p WHERE e.platform_id = p.platform_id AND e.id = p.id
    RETURNING e.id
  ), paced AS (
    -- A probe is one webhook, whatever the rate. An endpoint whose row another claim holds waits for its next turn.
    SELECT e.platform_id, e.id, ${allowedSql('e', now)} AS allowed
    FROM asked a
    JOIN webhook_endpoints e ON e.platform_id = a.platform_id AND e.id = a.id
    WHERE a.rate_limit IS NOT NULL AND NOT a.probe AND e.rate_limit IS NOT NULL
    FOR NO KEY UPDATE OF e SKIP LOCKED
  ), due AS (
    SELECT d.*, a.url, a.probe, a.body_version, a.headers_sealed
    FROM asked a LEFT JOIN moved m ON m.id = a.id LEFT JOIN paced ON paced.id = a.id
    CROSS JOIN LATERAL (
      -- Only rows that pass the outer limit are locked.
      SELECT * FROM (
        SELECT h.* FROM ${dueOf('a', notErasedSql('h'))}
        ORDER BY p.due_at LIMIT ${most} FOR NO KEY UPDATE OF p SKIP LOCKED) first
      LIMIT CASE WHEN a.rate_limit IS NOT NULL AND NOT a.probe THEN least(a.free, coalesce(paced.allowed, 0))
                 WHEN NOT a.probe THEN a.free WHEN m.id IS NULL THEN 0 ELSE 1 END) d
  ), claimed AS (
    UPDATE pending_webhooks p
    SET attempt_number = p.attempt_number + 1, round_attempts = p.round_attempts + 1, lease_until = ${leaseUntil}
    FROM due WHERE p.platform_id = due.platform_id AND p.id = due.id
    RETURNING due.*, p.attempt_number AS number, p.round_attempts, p.round_started_at, p.due_at
  ), spent AS (
    UPDATE webhook_endpoints e SET ${spendRateSql('e', now, 'n.claimed')}
    FROM paced, (SELECT endpoint_id, count(*) AS claimed FROM claimed GROUP BY endpoint_id) n
    WHERE e.platform_id = paced.platform_id AND e.id = paced.id AND n.endpoint_id = e.id
  )
  SELECT ${webhookColumns('c')}, c.number AS "attemptNumber",
    c.round_attempts AS "roundAttempts", c.round_started_at AS "roundStartedAt", c.due_at AS "dueAt", c.url, c.headers_sealed AS "headersSealed",
    c.probe,
    w.reference AS "workspaceReference", ${messageColumns('m')}, ${versionColumns('m', 'c')}, m.trace,
    CASE WHEN row_number() OVER of_platform = 1 THEN secrets.ids END AS "secretIds",
    CASE WHEN row_number() OVER of_platform = 1 THEN secrets.sealed END AS "secretsSealed"
  FROM claimed c
  LEFT JOIN (SELECT platform_id, array_agg(id ORDER BY id) AS ids, array_agg(secret_sealed ORDER BY id) AS sealed
             FROM webhook_secrets WHERE platform_id = ANY(${platformIds}) GROUP BY platform_id) secrets
    ON secrets.platform_id = c.platform_id
  LEFT JOIN workspaces w ON w.platform_id = c.platform_id AND w.id = c.workspace_id
  LEFT JOIN messages m ON m.workspace_id = c.workspace_id AND m.id = c.message_id
  WINDOW of_platform AS (PARTITION BY c.platform_id ORDER BY c.due_at, c.id)
  ORDER BY c.platform_id, c.due_at, c.id`,
});
