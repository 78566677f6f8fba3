/**
 * SQL of two parts of WITH for a cluster, which looks up endpoints and messages of webhooks apart from the part that records them:
 * there it has rows of earlier parts alone, and nothing that a shard could be asked for.
 */
import { lockedPartSql } from '../db/locked-part-sql.ts';
import type { Only } from '../db/rows.ts';

/**
 * `takers`: the live endpoints of the platforms of `given`, locked as `recordWebhooksSql` locks those that it tells. They are
 * read beside the one row of the workspace's health: rows of a table on every machine that are locked by themselves count as
 * written, and two transactions that do so wait for each other. `told`: the messages of `known`, with the names of their types.
 */
export const endpointsApartSql = (given: string, known: string, only: Only) => `
      takers AS MATERIALIZED (
        ${lockedPartSql(
          only,
          `SELECT e.platform_id, e.id, e.types, e.workspace_id, e.event_types FROM webhook_endpoints e
          LEFT JOIN workspace_health h ON ${only('h.workspace_id')}
          WHERE e.platform_id IN (SELECT platform_id FROM ${given}) AND e.deleted_at IS NULL
          FOR KEY SHARE OF e`,
        )}
      ), told AS MATERIALIZED (
        SELECT m.id, t.name FROM messages m JOIN event_types t ON t.platform_id = m.platform_id AND t.id = m.event_type_id
        WHERE ${only('m.workspace_id')} AND m.id IN (SELECT message_id FROM ${known})
      )`;

/**
 * `missing`: the causes of `given` for which an endpoint of `takers` takes a webhook and has none in `known`, as
 * `missesSubscriberSql` finds them.
 */
export const missingSql = (given: string, known: string) => `
      missing AS MATERIALIZED (
        SELECT DISTINCT o.id FROM ${given} o
        JOIN takers e ON e.platform_id = o.platform_id AND o.webhook_type = ANY(e.types)
        LEFT JOIN ${known} w ON w.message_id = o.id AND w.endpoint_id = e.id
        WHERE w.id IS NULL
      )`;
