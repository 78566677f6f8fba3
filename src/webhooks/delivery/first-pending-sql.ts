/**
 * SQL: a recursive table `first (platform_id, endpoint_id, due_at)` with the first pending webhook of each endpoint. It
 * walks the index from endpoint to endpoint, so a backlog of any size costs one step for each endpoint.
 */
export const firstPendingSql = `first AS (
      (SELECT platform_id, endpoint_id, due_at FROM pending_webhooks
       ORDER BY platform_id, endpoint_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM first, LATERAL (
        SELECT platform_id, endpoint_id, due_at FROM pending_webhooks
        WHERE (platform_id, endpoint_id) > (first.platform_id, first.endpoint_id)
        ORDER BY platform_id, endpoint_id, due_at LIMIT 1) next
    )`;
