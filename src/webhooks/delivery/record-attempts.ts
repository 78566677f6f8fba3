/** Attempts at webhooks, group-committed: the webhook's state, its attempts and the endpoint's breaker. */
import type { App } from '../../context.ts';
import { formOf } from '../../db/by-workspace.ts';
import { isUnavailable } from '../../db/connections/is-unavailable.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { requestLimits, type TimeLimits } from '../../db/connections/time-limits.ts';
import { feedRows } from '../../db/feed-rows.ts';
import { fedSql, feedSql } from '../../db/feed-sql.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { isConflict } from '../../db/writes/divided-commit.ts';
import type { PostResult } from '../../transport/post/guarded-post.ts';
import { removePendingSql } from '../pending-sql.ts';
import type { KeptAttempt } from '../read-attempts.ts';
import { breakerInputs, breakerRows, mayMoveSql, moveBreakersSql } from './breaker.ts';
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
export async function writeResults(
  app: App,
  results: readonly WebhookResult[],
  limits: TimeLimits = requestLimits,
): Promise<void> {
  const now = app.clock.now();
  const given = { now, lockTimeout: `${limits.lock}`, b: breakerInputs(results), i: byWebhook(results, now) };
  const fed = app.db.isCluster()
    ? await app.db.transaction((client) => writeApart(app, client, given), limits)
    : (await app.db.pool.query<{ fed: number }>(writeStatement(given))).rows[0]?.fed;
  if ((fed ?? 0) > 0) app.parts.live.tell();
}

interface Given {
  readonly now: Date;
  readonly lockTimeout: string;
  readonly b: ReturnType<typeof breakerInputs>;
  readonly i: readonly WebhookMove[];
}

/** On a cluster, where endpoints are on every machine and webhooks on the coordinator; in the same order. Returns what it fed. */
async function writeApart(app: App, client: Queryable, { b, ...given }: Given): Promise<number> {
  await moveApart(app, client, b, given.now);
  const { rows } = await client.query<{ id: string; endpointId: string; messageId: string | null; state: string }>(
    writeAlone(given),
  );
  const changes = rows.map(({ id, endpointId, messageId, state }) => ({
    ...{ topics: [endpointId, messageId], subject: id, state },
  }));
  return feedRows(client, changes, given.now);
}

/**
 * A change of an endpoint is written on every machine, so none is made where no breaker moves, nor while a machine is gone: these
 * results count for none then, and are written all the same.
 */
async function moveApart({ db, log }: App, client: Queryable, b: Given['b'], now: Date): Promise<void> {
  const { rowCount } = await client.query(findMoving({ b }));
  if (rowCount === 0) return;
  await client.query('SAVEPOINT before_breakers');
  try {
    await client.query(formOf(db)(moveBreakers)({ b, now }));
    await client.query('RELEASE SAVEPOINT before_breakers');
  } catch (error) {
    if (!isUnavailable(error) || isConflict(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT before_breakers');
    log.warn({ err: error }, 'failures of endpoints are not counted: a machine of the cluster is gone');
  }
}

interface WebhookMove {
  /** The result that decides. */
  readonly newest: WebhookResult;
  /** When the webhook is retried; null where the attempt did not fail. */
  readonly dueAt: Date | null;
  /** The others, by number. */
  readonly earlier: Readonly<Record<number, KeptAttempt>>;
}

/** By id, the order in which the rows are locked. A webhook that was redelivered meanwhile can have two results. */
function byWebhook(results: readonly WebhookResult[], now: Date): readonly WebhookMove[] {
  const moves = new Map<string, WebhookMove>();
  for (const each of results.toSorted(compareResults)) {
    const { webhook, result } = each;
    const before = moves.get(webhook.id);
    const earlier = before && { ...before.earlier, [before.newest.webhook.attemptNumber]: keptOf(before.newest) };
    const round = { attempts: webhook.roundAttempts, startedAt: webhook.roundStartedAt };
    const dueAt = result.error === null ? null : nextAttempt(round, now, Math.random());
    moves.set(webhook.id, { newest: each, dueAt, earlier: earlier ?? {} });
  }
  return [...moves.values()];
}

function keptOf({ at, result: { status, error, durationMs } }: WebhookResult): KeptAttempt {
  return { at: at.toISOString(), status, error, duration_ms: Math.round(durationMs) };
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
  at: ['timestamptz', ({ newest }) => newest.at],
  ms: ['int', ({ newest }) => Math.round(newest.result.durationMs)],
  earlier: ['jsonb', ({ earlier }) => JSON.stringify(earlier)],
});

/** An attempt that a newer one has overtaken, or whose webhook was failed with its endpoint, is kept and decides nothing. */
const decides = `(p.id IS NOT NULL AND h.state <> 'failed' AND h.attempt_number < i.attempt_number)`;

/** SQL: whether the pending row is still that of the claim whose result decided. */
const isOfClaim = 'moved.decided AND p.attempt_number = moved.attempt_number';

const keptSql = (number: string, at: string, status: string, error: string, ms: string) =>
  `jsonb_build_object(${number}::text,
             jsonb_build_object('at', ${at}, 'status', ${status}, 'error', ${error}, 'duration_ms', ${ms}))`;

/**
 * The last attempt that decides has columns, since most webhooks have no other. The one before it, and one that decides
 * nothing, goes to `attempts`.
 */
const attemptsSql = `CASE
          -- The statement runs again when the answer to its commit was lost.
          WHEN h.last_number = i.attempt_number THEN h.attempts
          WHEN NOT ${decides} THEN h.attempts || i.earlier || ${keptSql('i.attempt_number', 'i.at', 'i.status', 'i.error', 'i.ms')}
          WHEN h.last_number IS NOT NULL
            THEN h.attempts || i.earlier || ${keptSql('h.last_number', 'h.last_at', 'h.last_status', 'h.last_error', 'h.last_ms')}
          ELSE h.attempts || i.earlier END`;

/** SQL of WITH parts, among them `moved`, that run after `first`, and write the rows of webhooks `i`. */
const movedSql = (i: string, now: string, first: string) => `moved AS (
    UPDATE webhooks h
    SET attempts = ${attemptsSql},
        state = CASE WHEN ${decides} AND i.error IS NULL THEN 'delivered'::webhook_state
                     WHEN ${decides} THEN 'pending'::webhook_state ELSE h.state END,
        delivered_at = CASE WHEN ${decides} AND i.error IS NULL THEN ${now} WHEN ${decides} THEN NULL ELSE h.delivered_at END,
        attempt_number = CASE WHEN ${decides} THEN i.attempt_number ELSE h.attempt_number END,
        last_status = CASE WHEN ${decides} THEN i.status ELSE h.last_status END,
        last_error = CASE WHEN ${decides} THEN i.error ELSE h.last_error END,
        last_number = CASE WHEN ${decides} THEN i.attempt_number ELSE h.last_number END,
        last_at = CASE WHEN ${decides} THEN i.at ELSE h.last_at END,
        last_ms = CASE WHEN ${decides} THEN i.ms ELSE h.last_ms END
    FROM ${i}
    LEFT JOIN pending_webhooks p ON p.platform_id = i.platform_id AND p.id = i.id AND p.attempt_number = i.attempt_number
    WHERE h.platform_id = i.platform_id AND h.id = i.id AND (SELECT count(*) FROM ${first}) >= 0
    RETURNING h.platform_id, h.id, h.endpoint_id, h.message_id, h.state, p.id IS NOT NULL AND h.attempt_number = i.attempt_number AS decided, i.attempt_number, i.due_at
  ), ended AS (${removePendingSql('moved', `${isOfClaim} AND moved.state = 'delivered'`)}
  ), retried AS (
    -- A restore may have held it meanwhile: then the operator decides.
    UPDATE pending_webhooks p SET due_at = CASE WHEN p.held THEN p.due_at ELSE moved.due_at END, lease_until = NULL FROM moved
    WHERE p.platform_id = moved.platform_id AND p.id = moved.id AND ${isOfClaim} AND moved.state = 'pending'
  )`;

/**
 * Endpoints are locked before webhooks, as a deletion of an endpoint does, and webhooks before their pending rows: in
 * another order two of these deadlock. The pending row has the number of the last claim. Where it gets another one while
 * this statement waits, it stays, and the result of that attempt decides again. The number of the webhook's own row is that
 * of the last result: a result that waited here until a later one was written decides nothing.
 */
const writeStatement = statement({
  name: 'write-webhook-results',
  alone: true,
  rows: { b: breakerRows, i: webhookRows },
  values: { now: 'timestamptz', lockTimeout: 'text' },
  text: ({ b, i, now, lockTimeout }) => `
  WITH limits AS MATERIALIZED (
    SELECT set_config('lock_timeout', ${lockTimeout}, true)
  ), ${moveBreakersSql(b, now)}, ${movedSql(i, now, 'limits, moved_breakers')}, ${feedSql({
    from: 'moved',
    topics: ['moved.endpoint_id', 'moved.message_id'],
    subject: 'moved.id',
    state: 'moved.state',
    at: now,
  })}
  SELECT ${fedSql} AS fed`,
});

const findMoving = statement({
  rows: { b: breakerRows },
  text: ({ b }) => `
    SELECT e.id FROM ${b} JOIN webhook_endpoints e ON e.platform_id = b.platform_id AND e.id = b.id
    WHERE ${mayMoveSql('b', 'e')} LIMIT 1`,
});

const moveBreakers = statement({
  rows: { b: breakerRows },
  values: { now: 'timestamptz' },
  text: ({ b, now }, only) => `WITH ${moveBreakersSql(b, now, only)} SELECT count(*) FROM moved_breakers`,
});

const writeAlone = statement({
  rows: { i: webhookRows },
  values: { now: 'timestamptz', lockTimeout: 'text' },
  text: ({ i, now, lockTimeout }) => `
  WITH limits AS MATERIALIZED (
    SELECT set_config('lock_timeout', ${lockTimeout}, true)
  ), ${movedSql(i, now, 'limits')}
  SELECT id, endpoint_id AS "endpointId", message_id AS "messageId", state::text FROM moved`,
});
