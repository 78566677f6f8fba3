/**
 * SQL of two parts of WITH for a cluster, which looks up endpoints and messages of webhooks apart from the part that records them:
 * there it has rows of earlier parts alone, and nothing that a shard could be asked for.
 */
import type { Only } from '../db/rows.ts';

/**
 * `takers`: the endpoints of the webhooks `known` that are there, locked as `recordWebhooksSql` locks them. `told`: the messages
 * of `known`, with the names of their types.
 */
export const endpointsApartSql = (known: string, only: Only) => `
      takers AS MATERIALIZED (
        SELECT * FROM (
          SELECT e.platform_id, e.id, e.types, e.workspace_id, e.event_types FROM webhook_endpoints e
          WHERE (e.platform_id, e.id) IN (SELECT platform_id, endpoint_id FROM ${known}) AND e.deleted_at IS NULL
          FOR KEY SHARE OF e) locked
      ), told AS MATERIALIZED (
        SELECT m.id, t.name FROM messages m JOIN event_types t ON t.platform_id = m.platform_id AND t.id = m.event_type_id
        WHERE ${only('m.workspace_id')} AND m.id IN (SELECT message_id FROM ${known})
      )`;

/**
 * `missing`: the causes of `given` for which an endpoint takes a webhook and has none in `known`, as `missesSubscriberSql` finds
 * them.
 */
export const missingSql = (given: string, known: string) => `
      missing AS MATERIALIZED (
        SELECT DISTINCT o.id FROM ${given} o
        JOIN webhook_endpoints e ON e.platform_id = o.platform_id AND e.deleted_at IS NULL AND o.webhook_type = ANY(e.types)
        LEFT JOIN ${known} w ON w.message_id = o.id AND w.endpoint_id = e.id
        WHERE w.id IS NULL
      )`;
