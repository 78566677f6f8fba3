/**
 * SQL that keeps `pending_webhooks` in step with the states of webhooks: one row for each pending webhook, with its times,
 * its attempts and its lease (docs/rules.md#pending-webhooks). Each part belongs to the statement that changes
 * `webhooks`. Whoever changes both tables locks the webhook's row first. A claim locks the pending row alone, and waits
 * for nothing.
 */

interface Times {
  /** The time of the first attempt; a parameter. */
  readonly due: string;
  /** The start of the round; a parameter. */
  readonly start: string;
}

/** SQL of a WITH part that adds the webhooks of `from`: `platform_id, id, endpoint_id`. */
export const addPendingSql = (from: string, { due, start }: Times) => `
  INSERT INTO pending_webhooks (platform_id, id, endpoint_id, due_at, round_started_at)
  SELECT platform_id, id, endpoint_id, ${due}, ${start} FROM ${from}`;

/**
 * SQL of a WITH part that begins a round for webhooks of `from`, pending or not: `platform_id, id, endpoint_id,
 * attempt_number`. The new attempt number overtakes an attempt under way: its result is kept, and no longer decides.
 */
export const startRoundSql = (from: string, now: string) => `
  INSERT INTO pending_webhooks AS p (platform_id, id, endpoint_id, due_at, round_started_at, attempt_number)
  SELECT platform_id, id, endpoint_id, ${now}, ${now}, attempt_number + 1 FROM ${from}
  ON CONFLICT (platform_id, id) DO UPDATE SET due_at = excluded.due_at, round_started_at = excluded.round_started_at,
    attempt_number = p.attempt_number + 1, round_attempts = 0, lease_until = NULL, held = false`;

/**
 * SQL of a WITH part that removes the pending rows of `found`: `platform_id, id`. `only`: a condition of such a row `p`,
 * which is checked when the row is locked.
 */
export const removePendingSql = (found: string, only = 'true') => `
  DELETE FROM pending_webhooks p USING ${found}
  WHERE p.platform_id = ${found}.platform_id AND p.id = ${found}.id AND ${only}
  RETURNING p.platform_id, p.id, p.attempt_number`;

/** SQL: whether no attempt at the pending webhook `p` is under way. */
export const isUnleasedSql = (p: string, now: string) => `coalesce(${p}.lease_until <= ${now}, true)`;
