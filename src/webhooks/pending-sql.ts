/**
 * SQL that keeps `pending_webhooks` in step with the state and the times of webhooks: one row for each pending webhook,
 * in the place of indexes by state and by time (docs/rules.md#pending-webhooks). Each part belongs to the statement
 * that changes `webhooks`.
 */

/** SQL of a WITH part that adds the webhooks of `from`: `platform_id, id, endpoint_id, due_at, round_started_at`. */
export const addPendingSql = (from: string) => `
  INSERT INTO pending_webhooks (platform_id, id, endpoint_id, due_at, round_started_at)
  SELECT platform_id, id, endpoint_id, due_at, round_started_at FROM ${from}`;

/** The same for webhooks that may be pending already. */
export const setPendingSql = (from: string) => `${addPendingSql(from)}
  ON CONFLICT (platform_id, id) DO UPDATE SET due_at = excluded.due_at, round_started_at = excluded.round_started_at,
    held = false`;

/** SQL of a WITH part that removes the webhooks of `from`: `platform_id, id`. `only`: a condition of a row. */
export const removePendingSql = (from: string, only = 'true') => `
  DELETE FROM pending_webhooks p USING ${from} WHERE p.platform_id = ${from}.platform_id AND p.id = ${from}.id AND ${only}`;
