/**
 * SQL: whether the scope of the endpoint `e` takes the webhook `i` of a cause (docs/rules.md#endpoint-scope). Webhooks
 * about no message have no event type, and pass that filter. `apart`: the messages and the names of their types are in `told`.
 */
export const takesWebhookSql = (e: string, i: string, apart = false) => `(
          (${e}.workspace_id IS NULL OR ${e}.workspace_id = ${i}.workspace_id)
          AND (coalesce(cardinality(${e}.event_types), 0) = 0 OR ${i}.message_id IS NULL OR EXISTS (
            ${
              apart
                ? `SELECT FROM told t WHERE t.id = ${i}.message_id`
                : `SELECT FROM messages told JOIN event_types t ON t.platform_id = told.platform_id AND t.id = told.event_type_id
            WHERE told.workspace_id = ${i}.workspace_id AND told.id = ${i}.message_id`
            } AND t.name = ANY(${e}.event_types))))`;
