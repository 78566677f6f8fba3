/**
 * SQL: a recursive table `name (platform_id, endpoint_id, due_at)` with the first pending webhook of each endpoint. It
 * walks the index from endpoint to endpoint, so a backlog of any size costs one step for each endpoint.
 */
export const firstPendingOf = (name: string) => `${name} AS (
      (SELECT platform_id, endpoint_id, due_at FROM pending_webhooks
       ORDER BY platform_id, endpoint_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM ${name}, LATERAL (
        SELECT platform_id, endpoint_id, due_at FROM pending_webhooks
        WHERE (platform_id, endpoint_id) > (${name}.platform_id, ${name}.endpoint_id)
        ORDER BY platform_id, endpoint_id, due_at LIMIT 1) next
    )`;

/** The same by the name `first`. */
export const firstPendingSql = firstPendingOf('first');
