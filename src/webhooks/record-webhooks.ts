/** What happened becomes webhooks: one row for each endpoint that subscribes to the type, in the transaction of its cause. */
import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { newId } from '../ids.ts';
import type { TurnKey } from '../turns/jobs.ts';
import type { WebhookType } from './webhook-types.ts';

/** One thing that happened. `details` is what the body's `data` says beside the message or contact it names. */
export interface WebhookCause {
  readonly platformId: string;
  readonly type: WebhookType;
  readonly source: 'recipient' | 'service';
  readonly simulated: boolean;
  readonly workspaceId: string | null;
  readonly messageId?: string;
  readonly contact?: { readonly id: string; readonly reference: string | null };
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

interface Subscriber {
  readonly platform_id: string;
  readonly id: string;
  readonly types: readonly string[];
}

/**
 * Gives the endpoints to ask turns for once the transaction has committed. With `only` the causes concern that one
 * endpoint, subscribed or not, and the webhook has that id.
 */
export async function recordWebhooks(
  app: App,
  client: Queryable,
  causes: readonly WebhookCause[],
  only?: { readonly endpointId: string; readonly id: string },
): Promise<readonly TurnKey[]> {
  if (causes.length === 0) return [];
  const { rows: subscribers } = await client.query<Subscriber>(
    'SELECT platform_id, id, types FROM webhook_endpoints WHERE platform_id = ANY($1) AND deleted_at IS NULL',
    [[...new Set(causes.map(({ platformId }) => platformId))]],
  );
  const rows = causes.flatMap((cause) =>
    subscribers
      .filter(({ platform_id, id, types }) =>
        only ? id === only.endpointId : platform_id === cause.platformId && types.includes(cause.type),
      )
      .map(({ id: endpointId }) => ({ ...cause, endpointId, id: only?.id ?? newId(cause.at) })),
  );
  if (rows.length === 0) return [];
  await client.query({
    name: 'record-webhooks',
    text: `
      INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, simulated, workspace_id, message_id, contact_id,
                            contact_reference, details, round_started_at, due_at, created_at)
      SELECT i.platform_id, i.id, endpoint_id, type, source, simulated, workspace_id, message_id, contact_id,
             contact_reference, details, $12, $12, i.at
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::webhook_source[], $6::boolean[], $7::text[],
                  $8::text[], $9::text[], $10::text[], $11::jsonb[], $13::timestamptz[])
        AS i (platform_id, id, endpoint_id, type, source, simulated, workspace_id, message_id, contact_id,
              contact_reference, details, at)
      -- An endpoint deleted meanwhile gets nothing; one being deleted waits for us, then fails these too.
      JOIN webhook_endpoints e ON e.platform_id = i.platform_id AND e.id = i.endpoint_id AND e.deleted_at IS NULL
      FOR KEY SHARE OF e`,
    values: [
      rows.map(({ platformId }) => platformId),
      rows.map(({ id }) => id),
      rows.map(({ endpointId }) => endpointId),
      rows.map(({ type }) => type),
      rows.map(({ source }) => source),
      rows.map(({ simulated }) => simulated),
      rows.map(({ workspaceId }) => workspaceId),
      rows.map(({ messageId }) => messageId ?? null),
      rows.map(({ contact }) => contact?.id ?? null),
      rows.map(({ contact }) => contact?.reference ?? null),
      rows.map(({ details }) => JSON.stringify(details)),
      app.clock.now(),
      rows.map(({ at }) => at),
    ],
  });
  return rows.map(({ platformId, endpointId }) => ({ platformId, id: endpointId }));
}
