/** Webhooks of a cause: one row for each endpoint that subscribes to the type, in the transaction of the cause. */
import type { App } from '../context.ts';
import { ofEachWorkspace } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { feedSql } from '../db/feed-sql.ts';
import { ofAny, rowsOf, statement } from '../db/rows.ts';
import { newId } from '../ground/ids.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { takesWebhookSql } from './endpoints/endpoint-scope.ts';
import { endpointsApartSql } from './endpoints-apart-sql.ts';
import { addPendingSql } from './pending-sql.ts';
import { readSubscribers, type Subscriber } from './subscribers.ts';
import type { WebhookType } from './webhook-types.ts';

/** One occurrence. `details` is the body's `data` without the message or contact that it names. */
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

export interface NewWebhook extends WebhookCause {
  readonly id: string;
  readonly endpointId: string;
}

export const webhookRows = rowsOf<NewWebhook>({
  platform_id: ['text', ({ platformId }) => platformId],
  id: ['text', ({ id }) => id],
  endpoint_id: ['text', ({ endpointId }) => endpointId],
  type: ['text', ({ type }) => type],
  source: ['webhook_source', ({ source }) => source],
  simulated: ['boolean', ({ simulated }) => simulated],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  message_id: ['text', ({ messageId }) => messageId ?? null],
  contact_id: ['text', ({ contact }) => contact?.id ?? null],
  contact_reference: ['text', ({ contact }) => contact?.reference ?? null],
  details: ['jsonb', ({ details }) => JSON.stringify(details)],
  at: ['timestamptz', ({ at }) => at],
});

interface Recording {
  /** Rows of `webhookRows`, with the alias `i`. */
  readonly from: string;
  /** The time now; a parameter. */
  readonly now: string;
  /** The time of the first attempt; a parameter. Default: `now`. */
  readonly due?: string;
  /** Further condition of a row `i` and its endpoint `e`. */
  readonly only?: string;
  /** SQL: whether the endpoint's scope does not matter. */
  readonly forced?: string;
  /** Whether endpoints and messages are looked up by parts before (endpoints-apart-sql.ts). */
  readonly apart?: boolean;
}

/**
 * SQL of two parts of WITH that record webhooks: `recorded`, with their `id`, `endpoint_id` and `state`, and
 * `recorded_pending`.
 */
export const recordWebhooksSql = ({ from, now, due = now, only = 'true', forced = 'false', apart }: Recording) => `
      recorded AS (
        INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, simulated, workspace_id, message_id, contact_id,
                              contact_reference, details, created_at)
        SELECT i.platform_id, i.id, i.endpoint_id, i.type, i.source, i.simulated, i.workspace_id, i.message_id,
               i.contact_id, i.contact_reference, i.details, i.at
        FROM ${from}
        -- An endpoint deleted meanwhile gets nothing; one being deleted waits for us, then fails these too.
        JOIN ${apart ? 'takers e ON' : 'webhook_endpoints e ON e.deleted_at IS NULL AND'} e.platform_id = i.platform_id AND e.id = i.endpoint_id
        WHERE ${only} AND (${forced} OR ${takesWebhookSql('e', 'i', apart)})
        ${apart ? '' : 'FOR KEY SHARE OF e'}
        RETURNING platform_id, id, endpoint_id, state
      ), recorded_pending AS (${addPendingSql('recorded', { due, start: now })}
      )`;

export const insertWebhooks = statement({
  name: 'record-webhooks',
  rows: { i: webhookRows },
  values: { now: 'timestamptz', due: 'timestamptz', forced: 'boolean' },
  text: ({ i, now, due, forced }, only) => {
    const apart = only !== ofAny;
    const before = apart
      ? `known AS MATERIALIZED (SELECT * FROM ${i}), ${endpointsApartSql('known', 'known', only)}, `
      : '';
    return `
      WITH ${before}${recordWebhooksSql({ from: apart ? 'known i' : i, now, due, forced, apart })}, ${feedSql({
        form: only,
        from: 'recorded',
        topics: ['recorded.endpoint_id'],
        subject: 'recorded.id',
        state: 'recorded.state',
        at: now,
      })}
      SELECT count(*) FROM recorded`;
  },
});

/** The webhooks of causes: one for each endpoint of the cause's platform that takes its type. */
export function webhooksOf(causes: readonly WebhookCause[], subscribers: readonly Subscriber[]): readonly NewWebhook[] {
  return causes.flatMap((cause) =>
    subscribers
      .filter(({ platform_id, types }) => platform_id === cause.platformId && types.includes(cause.type))
      .map(({ id: endpointId }) => ({ ...cause, endpointId, id: newId(cause.at) })),
  );
}

/**
 * Returns the endpoints to ask turns for once the transaction has committed. With `only` the causes concern that one
 * endpoint, whatever it subscribes to, and the webhook has that id.
 */
export async function recordWebhooks(
  app: App,
  client: Queryable,
  causes: readonly WebhookCause[],
  only?: { readonly endpointId: string; readonly id: string },
): Promise<readonly TurnKey[]> {
  if (causes.length === 0) return [];
  const platformIds = [...new Set(causes.map(({ platformId }) => platformId))];
  const subscribers = await readSubscribers(app.parts.subscribers, client, platformIds);
  const rows = only
    ? causes.flatMap((cause) =>
        subscribers.filter(({ id }) => id === only.endpointId).map(() => ({ ...cause, ...only })),
      )
    : webhooksOf(causes, subscribers);
  if (rows.length === 0) return [];
  const now = app.clock.now();
  const workspaceOf = ({ workspaceId }: NewWebhook) => workspaceId ?? '';
  await ofEachWorkspace(app.db, rows, workspaceOf, async (some, form) => {
    await client.query(form(insertWebhooks)({ i: some, now, due: now, forced: only !== undefined }));
    return [];
  });
  return rows.map(({ platformId, endpointId }) => ({ platformId, id: endpointId }));
}
