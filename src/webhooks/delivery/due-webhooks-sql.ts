import { isUnleasedSql } from '../pending-sql.ts';

/**
 * SQL after FROM: the due webhooks of `endpoint`, a row with the terms of a claim, as `p` and `h`. The pending row finds a
 * webhook, and decides again once it is locked: another process may have moved it meanwhile. `only`: a further condition.
 */
export const dueOf = (endpoint: string, only: string) => `
  pending_webhooks p JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
  WHERE p.platform_id = ${endpoint}.platform_id AND p.endpoint_id = ${endpoint}.id
    AND p.due_at BETWEEN ${endpoint}.due_from AND ${endpoint}.now
    AND (${isUnleasedSql('p', `${endpoint}.now`)} OR p.lease_until > ${endpoint}.lease_end)
    AND p.round_started_at > ${endpoint}.over_since AND ${only}`;
