/** Attempts at webhooks, group-committed: the webhook's state, its attempts and the endpoint's breaker. */
import type { App } from '../context.ts';
import { failuresToPause } from './claim-webhooks.ts';
import type { KeptAttempt } from './read-attempts.ts';
import type { WebhookResult } from './webhook-results.ts';
import { nextAttempt } from './webhook-schedule.ts';

/** The longest pause of a failing endpoint; minutes (docs/rules.md#webhook-breaker). */
const pauseMinutesMax = 60;

/** Resolves once the attempt is committed. */
export function recordAttempt(app: App, result: WebhookResult): Promise<void> {
  return app.parts.webhookResults.add(result);
}

/** One batch, in one statement. */
export async function writeResults(app: App, results: readonly WebhookResult[]): Promise<void> {
  const now = app.clock.now();
  const breakers = breakersOf(results);
  const webhooks = byWebhook(results);
  await app.db.pool.query({
    name: 'write-webhook-results',
    text: writeStatement,
    values: [
      now,
      breakers.map(({ platformId }) => platformId),
      breakers.map(({ id }) => id),
      breakers.map(({ succeeded }) => succeeded),
      breakers.map(({ failed }) => failed),
      breakers.map(({ probe }) => probe),
      webhooks.map(({ newest }) => newest.webhook.platformId),
      webhooks.map(({ newest }) => newest.webhook.id),
      webhooks.map(({ newest }) => newest.webhook.attemptNumber),
      webhooks.map(({ newest }) => newest.result.status),
      webhooks.map(({ newest }) => newest.result.error),
      webhooks.map(({ newest: { webhook, result } }) =>
        result.error === null
          ? now
          : nextAttempt({ attempts: webhook.roundAttempts, startedAt: webhook.roundStartedAt }, now, Math.random()),
      ),
      webhooks.map(({ attempts }) => JSON.stringify(attempts)),
    ],
  });
}

interface WebhookMove {
  /** The one that decides. */
  readonly newest: WebhookResult;
  readonly attempts: Readonly<Record<number, KeptAttempt>>;
}

/** In the order of their ids, in which they are locked. A webhook that was sent again meanwhile can have two results. */
function byWebhook(results: readonly WebhookResult[]): readonly WebhookMove[] {
  const moves = new Map<string, WebhookMove>();
  for (const each of results.toSorted(compareResults)) {
    const { webhook, at, result } = each;
    const { status, error, durationMs } = result;
    const kept = { at: at.toISOString(), status, error, duration_ms: Math.round(durationMs) };
    const before = moves.get(webhook.id);
    moves.set(webhook.id, { newest: each, attempts: { ...before?.attempts, [webhook.attemptNumber]: kept } });
  }
  return [...moves.values()];
}

function compareResults({ webhook: a }: WebhookResult, { webhook: b }: WebhookResult): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.attemptNumber - b.attemptNumber;
}

interface BreakerMove {
  readonly id: string;
  readonly platformId: string;
  readonly succeeded: boolean;
  readonly failed: number;
  readonly probe: boolean;
}

function breakersOf(results: readonly WebhookResult[]): readonly BreakerMove[] {
  return Object.entries(Object.groupBy(results, ({ webhook }) => webhook.endpointId))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, of = []]) => {
      const first = of[0];
      if (!first) return [];
      const succeeded = of.some(({ result }) => result.error === null);
      const probe = of.some(({ webhook }) => webhook.probe);
      return [{ id, platformId: first.webhook.platformId, succeeded, failed: of.length, probe }];
    });
}

/** An attempt that a newer one has overtaken, or whose webhook was failed with its endpoint, is kept and decides nothing. */
const decides = `(h.state = 'pending' AND h.attempt_number = i.attempt_number)`;

/**
 * One success clears an endpoint's failures. Five failures in a row pause it for a minute; each failed probe doubles
 * the pause. Attempts that were under way when the pause began do not lengthen it.
 *
 * Endpoints come before webhooks, as deleting an endpoint locks them: the other way round the two deadlock.
 */
const writeStatement = `
  WITH breakers AS (
    SELECT e.platform_id, e.id,
           CASE WHEN i.succeeded THEN 0
                WHEN i.probe THEN e.failures + 1
                WHEN e.paused_until > $1 THEN e.failures
                ELSE greatest(e.failures, least(e.failures + i.failed, ${failuresToPause})) END AS failures,
           e.paused_until > $1 AND NOT i.probe AND NOT i.succeeded AS stays
    FROM unnest($2::text[], $3::text[], $4::boolean[], $5::int[], $6::boolean[])
      AS i (platform_id, id, succeeded, failed, probe)
    JOIN webhook_endpoints e ON e.platform_id = i.platform_id AND e.id = i.id
    -- An endpoint in good health is not even locked.
    WHERE NOT i.succeeded OR e.failures > 0 OR e.paused_until IS NOT NULL
    ORDER BY e.platform_id, e.id FOR NO KEY UPDATE OF e
  ), moved_breakers AS (
    UPDATE webhook_endpoints e
    SET failures = b.failures,
        paused_until = CASE WHEN b.stays THEN e.paused_until
          WHEN b.failures >= ${failuresToPause} THEN $1::timestamptz + interval '1 minute'
            * least(${pauseMinutesMax}, 2 ^ least(b.failures - ${failuresToPause}, 10)) END
    FROM breakers b WHERE e.platform_id = b.platform_id AND e.id = b.id
    RETURNING 1
  )
  UPDATE webhooks h
  SET attempts = h.attempts || i.attempts,
      state = CASE WHEN ${decides} AND i.error IS NULL THEN 'delivered'::webhook_state ELSE h.state END,
      delivered_at = CASE WHEN ${decides} AND i.error IS NULL THEN $1 ELSE h.delivered_at END,
      due_at = CASE WHEN ${decides} AND i.error IS NOT NULL THEN i.due_at ELSE h.due_at END,
      lease_until = CASE WHEN ${decides} THEN NULL ELSE h.lease_until END,
      last_status = CASE WHEN ${decides} THEN i.status ELSE h.last_status END,
      last_error = CASE WHEN ${decides} THEN i.error ELSE h.last_error END
  FROM unnest($7::text[], $8::text[], $9::int[], $10::int[], $11::text[], $12::timestamptz[], $13::jsonb[])
      AS i (platform_id, id, attempt_number, status, error, due_at, attempts)
  WHERE h.platform_id = i.platform_id AND h.id = i.id AND (SELECT count(*) FROM moved_breakers) >= 0`;
