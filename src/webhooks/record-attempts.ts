/** Attempts at webhooks, group-committed: the webhook's state, its attempts and the endpoint's breaker. */
import type { App } from '../context.ts';
import { createDividedCommit, isConflict } from '../db/divided-commit.ts';
import type { GroupCommit } from '../db/group-commit.ts';
import { insist } from '../db/insist.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { PostResult } from '../transport/post/guarded-post.ts';
import { type ClaimedWebhook, failuresToPause } from './claim-webhooks.ts';
import type { KeptAttempt } from './read-attempts.ts';
import { nextAttempt } from './webhook-schedule.ts';

const batchSize = 100;
const batchesInFlight = 2;
/** How long a result waits for company; milliseconds. */
const wait = 1;
/** The longest pause of a failing endpoint; minutes (contract, Limits). */
const pauseMinutesMax = 60;

export interface WebhookResult {
  readonly webhook: ClaimedWebhook;
  readonly at: Date;
  readonly result: PostResult;
  /** Called when it is about to be written, together with others. */
  readonly writing?: () => void;
}

const recorders = new WeakMap<App, GroupCommit<WebhookResult, void>>();

/** Resolves once the attempt is committed. */
export function recordAttempt(app: App, result: WebhookResult): Promise<void> {
  const recorder =
    recorders.get(app) ??
    createDividedCommit<WebhookResult, void>({
      size: batchSize,
      inFlight: batchesInFlight,
      waitMs: wait,
      party: { kind: 'work', name: 'webhook results' },
      platformOf: ({ webhook }) => webhook.platformId,
      write: async (results) => {
        for (const { writing } of results) writing?.();
        await insist(app.log, () => writeResults(app, results), { unless: isConflict });
        return results.map(() => ({ answer: undefined }));
      },
      writeApart: async (results) => {
        for (const { writing } of results) writing?.();
        await insist(app.log, () => writeResults(app, results));
        return results.map(() => ({ answer: undefined }));
      },
    });
  recorders.set(app, recorder);
  return recorder.add(result);
}

async function writeResults(app: App, results: readonly WebhookResult[]): Promise<void> {
  const now = app.clock.now();
  await app.db.pool.query(writeStatement({ now, b: breakersOf(results), i: byWebhook(results, now) }));
}

interface WebhookMove {
  /** The one that decides. */
  readonly newest: WebhookResult;
  /** When a failed one is tried again. */
  readonly dueAt: Date;
  readonly attempts: Readonly<Record<number, KeptAttempt>>;
}

/** In the order of their ids, in which they are locked. A webhook that was sent again meanwhile can have two results. */
function byWebhook(results: readonly WebhookResult[], now: Date): readonly WebhookMove[] {
  const moves = new Map<string, WebhookMove>();
  for (const each of results.toSorted(compareResults)) {
    const { webhook, at, result } = each;
    const { status, error, durationMs } = result;
    const kept = { at: at.toISOString(), status, error, duration_ms: Math.round(durationMs) };
    const before = moves.get(webhook.id);
    const round = { attempts: webhook.roundAttempts, startedAt: webhook.roundStartedAt };
    const dueAt = result.error === null ? now : nextAttempt(round, now, Math.random());
    moves.set(webhook.id, { newest: each, dueAt, attempts: { ...before?.attempts, [webhook.attemptNumber]: kept } });
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

const breakerRows = rowsOf<BreakerMove>({
  platform_id: ['text', ({ platformId }) => platformId],
  id: ['text', ({ id }) => id],
  succeeded: ['boolean', ({ succeeded }) => succeeded],
  failed: ['int', ({ failed }) => failed],
  probe: ['boolean', ({ probe }) => probe],
});

const webhookRows = rowsOf<WebhookMove>({
  platform_id: ['text', ({ newest }) => newest.webhook.platformId],
  id: ['text', ({ newest }) => newest.webhook.id],
  attempt_number: ['int', ({ newest }) => newest.webhook.attemptNumber],
  status: ['int', ({ newest }) => newest.result.status],
  error: ['text', ({ newest }) => newest.result.error],
  due_at: ['timestamptz', ({ dueAt }) => dueAt],
  attempts: ['jsonb', ({ attempts }) => JSON.stringify(attempts)],
});

/** An attempt that a newer one has overtaken, or whose webhook was failed with its endpoint, is kept and decides nothing. */
const decides = `(h.state = 'pending' AND h.attempt_number = i.attempt_number)`;

/**
 * One success clears an endpoint's failures. Five failures in a row pause it for a minute; each failed probe doubles
 * the pause. Attempts that were under way when the pause began do not lengthen it.
 *
 * Endpoints come before webhooks, as deleting an endpoint locks them: the other way round the two deadlock.
 */
const writeStatement = statement({
  name: 'write-webhook-results',
  rows: { b: breakerRows, i: webhookRows },
  values: { now: 'timestamptz' },
  text: ({ b, i, now }) => `
  WITH breakers AS (
    SELECT e.platform_id, e.id,
           CASE WHEN b.succeeded THEN 0
                WHEN b.probe THEN e.failures + 1
                WHEN e.paused_until > ${now} THEN e.failures
                ELSE greatest(e.failures, least(e.failures + b.failed, ${failuresToPause})) END AS failures,
           e.paused_until > ${now} AND NOT b.probe AND NOT b.succeeded AS stays
    FROM ${b}
    JOIN webhook_endpoints e ON e.platform_id = b.platform_id AND e.id = b.id
    -- An endpoint in good health is not even locked.
    WHERE NOT b.succeeded OR e.failures > 0 OR e.paused_until IS NOT NULL
    ORDER BY e.platform_id, e.id FOR NO KEY UPDATE OF e
  ), moved_breakers AS (
    UPDATE webhook_endpoints e
    SET failures = b.failures,
        paused_until = CASE WHEN b.stays THEN e.paused_until
          WHEN b.failures >= ${failuresToPause} THEN ${now} + interval '1 minute'
            * least(${pauseMinutesMax}, 2 ^ least(b.failures - ${failuresToPause}, 10)) END
    FROM breakers b WHERE e.platform_id = b.platform_id AND e.id = b.id
    RETURNING 1
  )
  UPDATE webhooks h
  SET attempts = h.attempts || i.attempts,
      state = CASE WHEN ${decides} AND i.error IS NULL THEN 'delivered'::webhook_state ELSE h.state END,
      delivered_at = CASE WHEN ${decides} AND i.error IS NULL THEN ${now} ELSE h.delivered_at END,
      due_at = CASE WHEN ${decides} AND i.error IS NOT NULL THEN i.due_at ELSE h.due_at END,
      lease_until = CASE WHEN ${decides} THEN NULL ELSE h.lease_until END,
      last_status = CASE WHEN ${decides} THEN i.status ELSE h.last_status END,
      last_error = CASE WHEN ${decides} THEN i.error ELSE h.last_error END
  FROM ${i}
  WHERE h.platform_id = i.platform_id AND h.id = i.id AND (SELECT count(*) FROM moved_breakers) >= 0`,
});
