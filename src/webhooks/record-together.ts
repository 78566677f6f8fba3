import type { App } from '../context.ts';
import { formFor } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { idAt } from '../ground/ids.ts';
import { addPendingSql } from './pending-sql.ts';
import { insertWebhooks, type WebhookCause, webhooksOf } from './record-webhooks.ts';
import { readSubscribers } from './subscribers.ts';
import type { WebhookType } from './webhook-types.ts';

/** A cause whose webhook may stand for other causes of the same contact and the same details (docs/rules.md#many-changes-of-mind). */
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

interface Pending {
  readonly platformId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly dueAt: Date;
  readonly roundStartedAt: Date;
}

const addPending = statement({
  rows: {
    i: rowsOf<Pending>({
      platform_id: ['text', ({ platformId }) => platformId],
      id: ['text', ({ id }) => id],
      endpoint_id: ['text', ({ endpointId }) => endpointId],
      due_at: ['timestamptz', ({ dueAt }) => dueAt],
      round_started_at: ['timestamptz', ({ roundStartedAt }) => roundStartedAt],
    }),
  },
  text: ({ i }) => addPendingSql(i, { due: 'due_at', start: 'round_started_at' }),
});

/** Takes the pending rows of webhooks that no attempt has read; returns them. */
const takeJoinable = statement({
  values: {
    platformId: 'text',
    workspaceId: 'text',
    contactId: 'text',
    contactReference: 'text',
    endpointIds: 'text[]',
    types: 'text[]',
    type: 'text',
    details: 'jsonb',
    now: 'timestamptz',
    since: 'text',
  },
  text: ({ platformId, workspaceId, contactId, contactReference, endpointIds, types, type, details, now, since }) => {
    const isJoinable = `(p.attempt_number = 0 AND p.due_at > ${now} AND NOT p.held)`;
    return `
      WITH open AS MATERIALIZED (
        SELECT h.platform_id, h.id
        FROM webhooks h JOIN pending_webhooks p ON p.platform_id = h.platform_id AND p.id = h.id
        WHERE h.platform_id = ${platformId} AND h.workspace_id = ${workspaceId} AND h.contact_id = ${contactId}
          AND h.endpoint_id = ANY(${endpointIds}) AND h.type = ANY(${types}) AND h.details = ${details} AND ${isJoinable}
          AND h.id >= ${since}
        FOR NO KEY UPDATE OF h
      ), taken AS (
        DELETE FROM pending_webhooks p USING open
        WHERE p.platform_id = open.platform_id AND p.id = open.id AND ${isJoinable}
        RETURNING p.platform_id, p.id, p.endpoint_id, p.due_at, p.round_started_at
      ), told AS (
        UPDATE webhooks h SET type = ${type}, contact_reference = ${contactReference}
        FROM taken WHERE h.platform_id = taken.platform_id AND h.id = taken.id
      )
      SELECT platform_id AS "platformId", id, endpoint_id AS "endpointId", due_at AS "dueAt",
        round_started_at AS "roundStartedAt"
      FROM taken`;
  },
});

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
  const endpointIds = webhooks.map(({ endpointId }) => endpointId);
  // A deletion of an endpoint comes before or after: it would not see a pending row that takes the place of another.
  await client.query(
    'SELECT FROM webhook_endpoints WHERE platform_id = $1 AND id = ANY($2) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE',
    [platformId, endpointIds],
  );
  const { rows } = await client.query<Pending>(
    takeJoinable({
      ...{
        platformId,
        workspaceId,
        contactId: contact.id,
        contactReference: contact.reference,
        endpointIds,
        types,
        type,
      },
      ...{ details: JSON.stringify(cause.details), now, since: idAt(new Date(now.getTime() - after)) },
    }),
  );
  // A claim that began before read the webhook as it was, and finds the pending row gone. The next one finds the new row.
  if (rows.length > 0) await client.query(addPending({ i: rows }));
  const told = new Set(rows.map(({ endpointId }) => endpointId));
  const untold = webhooks.filter(({ endpointId }) => !told.has(endpointId));
  if (untold.length > 0)
    await client.query(
      formFor(app.db, workspaceId)(insertWebhooks)({
        i: untold,
        now,
        due: new Date(now.getTime() + after),
        forced: false,
      }),
    );
}
