/** SQL that keeps webhooks about a person who is being erased from going out. */

/**
 * SQL: whether no unfinished erasure has the person of the webhook `h`, a row of `webhooks`. While no erasure is under
 * way, a statement looks that up once, and no row of it costs anything. The order names the index of unfinished erasures:
 * without it the planner may read the finished ones too.
 */
export const notErasedSql = (h: string) => `(
  (SELECT count(*) = 0 FROM (
    SELECT FROM erasures WHERE finished_at IS NULL ORDER BY requested_at LIMIT 1) unfinished)
  OR NOT coalesce((
    SELECT true
    FROM erasures x
    LEFT JOIN messages m ON m.workspace_id = x.workspace_id AND m.id = ${h}.message_id AND m.created_at <= x.requested_at
    WHERE x.workspace_id = ${h}.workspace_id AND x.finished_at IS NULL
      AND (${h}.contact_id = ANY(x.contact_ids) OR m.contact_id = ANY(x.contact_ids)
        OR m.address_hash = ANY(x.address_hashes))
    LIMIT 1), false))`;
