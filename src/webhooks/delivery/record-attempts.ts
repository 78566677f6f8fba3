/** Attempts at webhooks, group-committed: the webhook's state, its attempts and the endpoint's breaker. */
import type { App } from '../../context.ts';
import { fedSql, feedSql } from '../../db/feed-sql.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import type { PostResult } from '../../transport/post/guarded-post.ts';
import { removePendingSql } from '../pending-sql.ts';
import type { KeptAttempt } from '../read-attempts.ts';
import { breakerInputs, breakerRows, moveBreakersSql } from './breaker.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { nextAttempt } from './webhook-schedule.ts';

export interface WebhookResult {
  readonly webhook: ClaimedWebhook;
  readonly at: Date;
  readonly result: PostResult;
}

/** Resolves once the attempt is committed. */
export function recordAttempt(app: App, result: WebhookResult): Promise<void> {
  return app.parts.webhookResults.add(result);
}

/** One batch, in one statement. */
export async function writeResults(app: App, results: readonly WebhookResult[]): Promise<void> {
  const now = app.clock.now();
  const { rows } = await app.db.pool.query<{ fed: number }>(
    writeStatement({ now, b: breakerInputs(results), i: byWebhook(results, now) }),
  );
  if ((rows[0]?.fed ?? 0) > 0) app.parts.live.tell();
}

interface WebhookMove {
  /** The result that decides. */
  readonly newest: WebhookResult;
  /** When the webhook is retried; null where the attempt did not fail. */
  readonly dueAt: Date | null;
  readonly attempts: Readonly<Record<number, KeptAttempt>>;
}

/** By id, the order in which the rows are locked. A webhook that was redelivered meanwhile can have two results. */
function byWebhook(results: readonly WebhookResult[], now: Date): readonly WebhookMove[] {
  const moves = new Map<string, WebhookMove>();
  for (const each of results.toSorted(compareResults)) {
    const { webhook, at, result } = each;
    const { status, error, durationMs } = result;
    const kept = { at: at.toISOString(), status, error, duration_ms: Math.round(durationMs) };
    const before = moves.get(webhook.id);
    const round = { attempts: webhook.roundAttempts, startedAt: webhook.roundStartedAt };
    const dueAt = result.error === null ? null : nextAttempt(round, now, Math.random());
    moves.set(webhook.id, { newest: each, dueAt, attempts: { ...before?.attempts, [webhook.attemptNumber]: kept } });
  }
  return [...moves.values()];
}

function compareResults({ webhook: a }: WebhookResult, { webhook: b }: WebhookResult): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.attemptNumber - b.attemptNumber;
}

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

/** Endpoints are locked before webhooks, as a deletion of an endpoint does: in the other order the two deadlock. */
const writeStatement = statement({
  name: 'write-webhook-results',
  rows: { b: breakerRows, i: webhookRows },
  values: { now: 'timestamptz' },
  text: ({ b, i, now }) => `
  WITH ${moveBreakersSql(b, now)}, moved AS (
    UPDATE webhooks h
    SET attempts = h.attempts || i.attempts,
        state = CASE WHEN ${decides} AND i.error IS NULL THEN 'delivered'::webhook_state ELSE h.state END,
        delivered_at = CASE WHEN ${decides} AND i.error IS NULL THEN ${now} ELSE h.delivered_at END,
        due_at = CASE WHEN ${decides} AND i.error IS NOT NULL THEN i.due_at ELSE h.due_at END,
        lease_until = CASE WHEN ${decides} THEN NULL ELSE h.lease_until END,
        last_status = CASE WHEN ${decides} THEN i.status ELSE h.last_status END,
        last_error = CASE WHEN ${decides} THEN i.error ELSE h.last_error END
    FROM ${i}
    WHERE h.platform_id = i.platform_id AND h.id = i.id AND (SELECT count(*) FROM moved_breakers) >= 0
    RETURNING h.platform_id, h.id, h.endpoint_id, h.message_id, h.state, h.due_at
  ), ended AS (${removePendingSql('moved', `moved.state <> 'pending'`)}
  ), retried AS (
    UPDATE pending_webhooks p SET due_at = moved.due_at FROM moved
    WHERE p.platform_id = moved.platform_id AND p.id = moved.id AND moved.state = 'pending' AND p.due_at <> moved.due_at
  ), ${feedSql({
    from: 'moved',
    topics: ['moved.endpoint_id', 'moved.message_id'],
    subject: 'moved.id',
    state: 'moved.state',
    at: now,
  })}
  SELECT ${fedSql} AS fed`,
});
