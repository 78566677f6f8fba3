/**
 * The breaker of a webhook endpoint (docs/rules.md#webhook-breaker), whole: its numbers and the SQL of each of its
 * steps. Its state is two columns of `webhook_endpoints`: `failures`, the failed attempts in a row, and `paused_until`.
 * A third column, `paused_at`, is set by hand (docs/rules.md#paused-endpoints). The decision is SQL, because each step
 * reads and writes both columns of a locked row in one statement.
 */
import { lockedPartSql } from '../../db/locked-part-sql.ts';
import { type Only, ofAny, rowsOf } from '../../db/rows.ts';

/** Failures in a row that pause an endpoint. */
const failuresToPause = 5;
/** The first pause, and the longest; seconds. Each failed probe doubles the pause. */
const pauseSeconds = 60;
const pauseSecondsMax = 60 * 60;
/** Doublings after which every pause is the longest, so that the power stays small. */
const doublingsMax = 10;

/** SQL: whether attempts at `endpoint` may begin at `now`. */
export const isOpenSql = (endpoint: string, now: string) =>
  `(coalesce(${endpoint}.paused_until <= ${now}, true) AND ${endpoint}.paused_at IS NULL)`;

/** SQL: whether the next attempt at `endpoint` is the single probe that ends its pause. */
export const probesSql = (endpoint: string) => `${endpoint}.failures >= ${failuresToPause}`;

/** SQL of SET: nothing but the probe is claimed until its lease is over. */
export const startProbeSql = (leaseUntil: string) => `paused_until = ${leaseUntil}`;

/** What is known of failures for as long as there are some (docs/rules.md#alerts-of-an-endpoint). */
const ofFailures = ['failing_since', 'failed_at', 'alert_level', 'alert_tries', 'alert_due_at'];

/** SQL of SET: failures and pause start from zero, unless `stays`. */
export const resetUnlessSql = (stays: string) =>
  [
    `failures = CASE WHEN ${stays} THEN failures ELSE 0 END`,
    ...['paused_until', ...ofFailures].map((column) => `${column} = CASE WHEN ${stays} THEN ${column} END`),
  ].join(', ');

/** Results of attempts at one endpoint that are written together. */
interface BreakerInput {
  readonly platformId: string;
  readonly id: string;
  /** Whether at least one attempt succeeded. */
  readonly succeeded: boolean;
  /** Attempts; all failed, unless one succeeded. */
  readonly attempts: number;
  /** Whether one of them was the probe. */
  readonly probe: boolean;
}

interface AttemptResult {
  readonly webhook: { readonly platformId: string; readonly endpointId: string; readonly probe: boolean };
  readonly result: { readonly error: string | null };
}

/** One input for each endpoint, in the order in which the endpoints are locked. */
export function breakerInputs(results: readonly AttemptResult[]): readonly BreakerInput[] {
  return Object.entries(Object.groupBy(results, ({ webhook }) => webhook.endpointId))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, of = []]) => {
      const first = of[0];
      if (!first) return [];
      const succeeded = of.some(({ result }) => result.error === null);
      const probe = of.some(({ webhook }) => webhook.probe);
      return [{ platformId: first.webhook.platformId, id, succeeded, attempts: of.length, probe }];
    });
}

export const breakerRows = rowsOf<BreakerInput>({
  platform_id: ['text', ({ platformId }) => platformId],
  id: ['text', ({ id }) => id],
  succeeded: ['boolean', ({ succeeded }) => succeeded],
  attempts: ['int', ({ attempts }) => attempts],
  probe: ['boolean', ({ probe }) => probe],
});

/** SQL: whether results `b` may move the breaker of `e`: an endpoint in good health is not even locked. */
export const mayMoveSql = (b: string, e: string) =>
  `(NOT ${b}.succeeded OR ${e}.failures > 0 OR ${e}.paused_until IS NOT NULL OR ${e}.failing_since IS NOT NULL)`;

/**
 * SQL of three CTEs, `breakers`, `pauses` and `moved_breakers`, that apply `b`, a table of `breakerRows`. A success clears the
 * failures. A failed probe counts one more. Failures of attempts that were under way when the pause began change
 * nothing; others count up to the number that pauses.
 */
export const moveBreakersSql = (b: string, now: string, only: Only = ofAny) => `
  breakers AS (${lockedPartSql(
    only,
    `
    SELECT e.platform_id, e.id,
           CASE WHEN b.succeeded THEN 0
                WHEN b.probe THEN e.failures + 1
                WHEN e.paused_until > ${now} THEN e.failures
                ELSE greatest(e.failures, least(e.failures + b.attempts, ${failuresToPause})) END AS failures,
           e.paused_until > ${now} AND NOT b.probe AND NOT b.succeeded AS stays
    FROM ${b}
    JOIN webhook_endpoints e ON e.platform_id = b.platform_id AND e.id = b.id
    WHERE ${mayMoveSql('b', 'e')}
    ORDER BY e.platform_id, e.id FOR NO KEY UPDATE OF e`,
  )}
  ), pauses AS (
    SELECT b.*, CASE WHEN ${probesSql('b')} THEN ${now} + make_interval(secs => least(${pauseSecondsMax},
      ${pauseSeconds} * 2 ^ least(b.failures - ${failuresToPause}, ${doublingsMax}))) END AS pause
    FROM breakers b
  ), moved_breakers AS (
    UPDATE webhook_endpoints e
    SET failures = b.failures,
        -- The version before clears the failures alone: with none before, the days begin now.
        failing_since = CASE WHEN b.failures > 0 AND e.failures = 0 THEN ${now}
          WHEN b.failures > 0 THEN coalesce(e.failing_since, ${now}) END,
        failed_at = CASE WHEN b.failures > 0 THEN ${now} END,
        ${['alert_level', 'alert_tries', 'alert_due_at'].map((column) => `${column} = CASE WHEN b.failures > 0 THEN e.${column} END,`).join(' ')}
        paused_until = CASE WHEN b.stays THEN e.paused_until ELSE b.pause END
    FROM pauses b WHERE e.platform_id = b.platform_id AND e.id = b.id
    RETURNING 1
  )`;
