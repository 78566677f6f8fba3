import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { idAt } from '../ground/ids.ts';
import { insertWebhooks, type WebhookCause, webhooksOf } from './record-webhooks.ts';
import { readSubscribers } from './subscribers.ts';
import type { WebhookType } from './webhook-types.ts';

/** A cause whose webhook may stand for other causes of the same contact (docs/rules.md#many-changes-of-mind). */
interface SharedCause extends WebhookCause {
  readonly workspaceId: string;
  readonly contact: { readonly id: string; readonly reference: string | null };
}

interface Sharing {
  /** Types that may be put together; the webhook has that of the last cause. */
  readonly types: readonly WebhookType[];
  /** From the first cause until the webhook is sent; milliseconds. */
  readonly after: number;
}

/**
 * Records a cause that others of its contact may follow: each endpoint gets one webhook for all of them, sent `after`
 * the first, with the type of the last. `created_at` is the time of the first, so the order of a contact's webhooks
 * remains that of its causes. The caller holds the lock of the contact.
 */
export async function recordTogether(
  app: App,
  client: Queryable,
  cause: SharedCause,
  { types, after }: Sharing,
): Promise<void> {
  const subscribers = await readSubscribers(app.parts.subscribers, client, [cause.platformId]);
  const webhooks = webhooksOf([cause], subscribers);
  if (webhooks.length === 0) return;
  const now = app.clock.now();
  const { platformId, workspaceId, contact, type } = cause;
  const { rows } = await client.query<{ endpoint_id: string }>(
    `UPDATE webhooks SET type = $6, contact_reference = $7
     WHERE platform_id = $1 AND workspace_id = $2 AND contact_id = $3 AND endpoint_id = ANY($4) AND type = ANY($5)
       -- An attempt has read the row that it claimed.
       AND state = 'pending' AND attempt_number = 0 AND lease_until IS NULL AND due_at > $8 AND id >= $9
     RETURNING endpoint_id`,
    [
      platformId,
      workspaceId,
      contact.id,
      webhooks.map(({ endpointId }) => endpointId),
      types,
      type,
      contact.reference,
      now,
      idAt(new Date(now.getTime() - after)),
    ],
  );
  const told = new Set(rows.map(({ endpoint_id }) => endpoint_id));
  const untold = webhooks.filter(({ endpointId }) => !told.has(endpointId));
  if (untold.length > 0) await client.query(insertWebhooks({ i: untold, now, due: new Date(now.getTime() + after) }));
}
