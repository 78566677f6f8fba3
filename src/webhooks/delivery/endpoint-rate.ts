/**
 * The rate of an endpoint (docs/rules.md#endpoint-rate): how many webhooks begin in a second, over all processes. Its
 * state is one time in the endpoint's row, `rate_at`: when what was claimed lately has had its share of seconds. A claim
 * locks the row and moves that time on, so that two processes never spend the same share.
 */

/** Webhooks a second, at most, that an endpoint may ask for. */
export const rateMax = 1_000;
/** Seconds whose webhooks may begin at once: the looks for due webhooks lie 0.4 seconds apart. */
const burstSeconds = 0.5;
/** Seconds that `rate_at` is ahead at most; a time further ahead is of a clock that was wrong. */
const secondsAhead = 2;

/** SQL: the webhooks of `endpoint` that may begin at `now`; never negative. */
export const allowedSql = (endpoint: string, now: string) => `greatest(0, floor(
  greatest(1, ${endpoint}.rate_limit * ${burstSeconds}) - ${endpoint}.rate_limit * ${aheadSql(endpoint, now)}))::int`;

/** SQL of SET: `claimed` webhooks of `endpoint` have begun at `now`. */
export const spendRateSql = (endpoint: string, now: string, claimed: string) =>
  `rate_at = ${now} + make_interval(secs => ${aheadSql(endpoint, now)} + ${claimed}::float8 / ${endpoint}.rate_limit)`;

/** SQL: seconds by which `rate_at` is ahead. */
export const aheadSql = (endpoint: string, now: string) => `CASE
    WHEN ${endpoint}.rate_at > ${now} AND ${endpoint}.rate_at <= ${now} + make_interval(secs => ${secondsAhead})
    THEN extract(epoch FROM ${endpoint}.rate_at - ${now})::float8 ELSE 0 END`;
