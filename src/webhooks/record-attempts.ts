/** Attempts at webhooks, group-committed: the webhook's state, the attempt and the endpoint's breaker. */
import type { App } from '../context.ts';
import type { Queryable } from '../db.ts';
import { createGroupCommit, type GroupCommit } from '../queue/group-commit.ts';
import { insist } from '../queue/insist.ts';
import type { PostResult } from '../transport/guarded-post.ts';
import { type ClaimedWebhook, failuresToPause } from './claim-webhooks.ts';
import { nextAttempt } from './webhook-schedule.ts';

const batchSize = 100;
const batchesInFlight = 2;
/** How long a result waits for company; milliseconds. */
const wait = 3;
/** The longest pause of a failing endpoint; minutes (contract, Limits). */
const pauseMinutesMax = 60;

export interface WebhookResult {
  readonly webhook: ClaimedWebhook;
  readonly at: Date;
  readonly result: PostResult;
}

const recorders = new WeakMap<App, GroupCommit<WebhookResult, void>>();

/** Resolves once the attempt is committed. */
export function recordAttempt(app: App, result: WebhookResult): Promise<void> {
  const recorder =
    recorders.get(app) ??
    createGroupCommit<WebhookResult, void>({
      size: batchSize,
      inFlight: batchesInFlight,
      waitMs: wait,
      write: async (results) => {
        const sorted = results.toSorted((a, b) => (a.webhook.id < b.webhook.id ? -1 : 1));
        await insist(app.log, () =>
          app.db.transaction(async (client) => {
            // Endpoints before webhooks, as deleting an endpoint locks them: the other way round the two deadlock.
            await moveBreakers(app, client, sorted);
            await moveWebhooks(app, client, sorted);
            await keepAttempts(client, sorted);
          }),
        );
        return results.map(() => ({ answer: undefined }));
      },
    });
  recorders.set(app, recorder);
  return recorder.add(result);
}

async function moveWebhooks(app: App, client: Queryable, results: readonly WebhookResult[]): Promise<void> {
  const now = app.clock.now();
  await client.query({
    name: 'move-webhooks',
    text: `
      UPDATE webhooks h
      SET state = CASE WHEN i.error IS NULL THEN 'delivered'::webhook_state ELSE h.state END,
          delivered_at = CASE WHEN i.error IS NULL THEN $7 ELSE h.delivered_at END,
          due_at = i.due_at, lease_until = NULL, last_status = i.status, last_error = i.error
      FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::timestamptz[])
        AS i (platform_id, id, attempt_number, status, error, due_at)
      -- An attempt that a newer one has overtaken, or whose webhook was failed with its endpoint, changes nothing.
      WHERE h.platform_id = i.platform_id AND h.id = i.id AND h.state = 'pending'
        AND h.attempt_number = i.attempt_number`,
    values: [
      results.map(({ webhook }) => webhook.platformId),
      results.map(({ webhook }) => webhook.id),
      results.map(({ webhook }) => webhook.attemptNumber),
      results.map(({ result }) => result.status),
      results.map(({ result }) => result.error),
      results.map(({ webhook, result }) =>
        result.error === null
          ? now
          : nextAttempt({ attempts: webhook.roundAttempts, startedAt: webhook.roundStartedAt }, now, Math.random()),
      ),
      now,
    ],
  });
}

async function keepAttempts(client: Queryable, results: readonly WebhookResult[]): Promise<void> {
  await client.query({
    name: 'keep-webhook-attempts',
    text: `
      INSERT INTO webhook_attempts (platform_id, webhook_id, number, at, status, error, duration_ms)
      SELECT i.* FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::int[], $6::text[], $7::int[])
        AS i (platform_id, webhook_id, number, at, status, error, duration_ms)
      JOIN webhooks h ON h.platform_id = i.platform_id AND h.id = i.webhook_id
      ON CONFLICT DO NOTHING`,
    values: [
      results.map(({ webhook }) => webhook.platformId),
      results.map(({ webhook }) => webhook.id),
      results.map(({ webhook }) => webhook.attemptNumber),
      results.map(({ at }) => at),
      results.map(({ result }) => result.status),
      results.map(({ result }) => result.error),
      results.map(({ result }) => Math.round(result.durationMs)),
    ],
  });
}

/**
 * One success clears an endpoint's failures. Five failures in a row pause it for a minute; each failed probe doubles
 * the pause. Attempts that were under way when the pause began do not lengthen it.
 */
async function moveBreakers(app: App, client: Queryable, results: readonly WebhookResult[]): Promise<void> {
  const endpoints = Object.entries(Object.groupBy(results, ({ webhook }) => webhook.endpointId))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, of = []]) => {
      const first = of[0];
      if (!first) return [];
      const succeeded = of.some(({ result }) => result.error === null);
      return [{ id, platformId: first.webhook.platformId, succeeded, failed: of.length, probe: first.webhook.probe }];
    });
  await client.query({
    name: 'move-breakers',
    text: `
      WITH moved AS (
        SELECT e.platform_id, e.id,
               CASE WHEN i.succeeded THEN 0
                    WHEN i.probe THEN e.failures + 1
                    WHEN e.paused_until > $6 THEN e.failures
                    ELSE greatest(e.failures, least(e.failures + i.failed, ${failuresToPause})) END AS failures,
               e.paused_until > $6 AND NOT i.probe AND NOT i.succeeded AS stays
        FROM unnest($1::text[], $2::text[], $3::boolean[], $4::int[], $5::boolean[])
          AS i (platform_id, id, succeeded, failed, probe)
        JOIN webhook_endpoints e ON e.platform_id = i.platform_id AND e.id = i.id
        ORDER BY e.platform_id, e.id FOR NO KEY UPDATE OF e
      )
      UPDATE webhook_endpoints e
      SET failures = moved.failures,
          paused_until = CASE WHEN moved.stays THEN e.paused_until
            WHEN moved.failures >= ${failuresToPause} THEN $6::timestamptz + interval '1 minute'
              * least(${pauseMinutesMax}, 2 ^ least(moved.failures - ${failuresToPause}, 10)) END
      FROM moved
      WHERE e.platform_id = moved.platform_id AND e.id = moved.id
        AND (e.failures <> moved.failures OR e.paused_until IS NOT NULL OR moved.failures >= ${failuresToPause})`,
    values: [
      endpoints.map(({ platformId }) => platformId),
      endpoints.map(({ id }) => id),
      endpoints.map(({ succeeded }) => succeeded),
      endpoints.map(({ failed }) => failed),
      endpoints.map(({ probe }) => probe),
      app.clock.now(),
    ],
  });
}
