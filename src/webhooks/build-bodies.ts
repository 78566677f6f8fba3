/** The bodies of webhooks (contract, Webhook body), built when they are sent or shown, never stored. */
import type { Webhook } from '../../prisma/generated/client.ts';
import type { Queryable } from '../db.ts';

export type WebhookRow = Pick<
  Webhook,
  | 'platformId'
  | 'id'
  | 'type'
  | 'source'
  | 'simulated'
  | 'workspaceId'
  | 'messageId'
  | 'contactId'
  | 'contactReference'
  | 'details'
  | 'createdAt'
>;

export interface WebhookBody {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  /** When the thing happened; ISO 8601, UTC, milliseconds. */
  readonly created_at: string;
  readonly simulated: boolean;
  readonly workspace: { readonly id: string; readonly reference: string | null } | null;
  readonly data: Readonly<Record<string, unknown>>;
}

interface MessageRow {
  readonly id: string;
  readonly idempotency_key: string;
  readonly contact_id: string | null;
  readonly contact_reference: string | null;
  readonly recipient: string | null;
}

/** Webhook id to body, for each of `rows`. */
export async function buildBodies(
  db: Queryable,
  rows: readonly WebhookRow[],
): Promise<ReadonlyMap<string, WebhookBody>> {
  const about = rows.filter(({ messageId }) => messageId !== null);
  const inWorkspace = rows.filter(({ workspaceId }) => workspaceId !== null);
  const messages = await db.query<MessageRow>(
    `SELECT m.id, m.idempotency_key, m.contact_id, m.contact_reference, m.recipient
     FROM unnest($1::text[], $2::text[]) AS i (workspace_id, id)
     JOIN messages m ON m.workspace_id = i.workspace_id AND m.id = i.id`,
    [about.map(({ workspaceId }) => workspaceId), about.map(({ messageId }) => messageId)],
  );
  const workspaces = await db.query<{ id: string; reference: string | null }>(
    `SELECT DISTINCT w.id, w.reference
     FROM unnest($1::text[], $2::text[]) AS i (platform_id, id)
     JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.id`,
    [inWorkspace.map(({ platformId }) => platformId), inWorkspace.map(({ workspaceId }) => workspaceId)],
  );
  const messageById = new Map(messages.rows.map((row) => [row.id, row]));
  const workspaceById = new Map(workspaces.rows.map((row) => [row.id, row]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        type: row.type,
        source: row.source,
        created_at: row.createdAt.toISOString(),
        simulated: row.simulated,
        workspace: row.workspaceId === null ? null : (workspaceById.get(row.workspaceId) ?? null),
        data: {
          ...subjectOf(row, messageById),
          ...(row.details as Readonly<Record<string, unknown>>),
        },
      },
    ]),
  );
}

function subjectOf(row: WebhookRow, messages: ReadonlyMap<string, MessageRow>): Readonly<Record<string, unknown>> {
  const message = row.messageId === null ? undefined : messages.get(row.messageId);
  if (message) {
    const { id, idempotency_key, contact_id, contact_reference, recipient } = message;
    // The address is named only where no contact stands for it.
    const whom = contact_id === null ? { recipient } : { contact: { id: contact_id, reference: contact_reference } };
    return { message: { id, idempotency_key, ...whom } };
  }
  return row.contactId === null ? {} : { contact: { id: row.contactId, reference: row.contactReference } };
}
