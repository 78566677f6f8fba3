/** The bodies of webhooks (docs/rules.md#webhook-body), built when they are sent or shown, never stored. */

import type { CopyRole, MessageState, Webhook } from '../../../prisma/generated/client.ts';
import { ofEachWorkspace } from '../../db/by-workspace.ts';
import type { Db, Queryable } from '../../db/connections/pool.ts';
import { type Only, ofAny, rowsOf, statement } from '../../db/rows.ts';
import { type Metadata, recordedMetadata } from '../../ground/input/metadata.ts';
import { type Refusal, refusalSql, refusalVersion, refusedTypes } from './refusal-sql.ts';
import { readToldReplies, type ToldReply } from './told-replies.ts';

export type WebhookRow = Pick<
  Webhook,
  | 'platformId'
  | 'id'
  | 'endpointId'
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

/** SQL of a `WebhookRow`. */
export const webhookColumns = (alias: string) =>
  `${alias}.platform_id AS "platformId", ${alias}.id, ${alias}.endpoint_id AS "endpointId", ${alias}.type, ${alias}.source, ${alias}.simulated,
   ${alias}.workspace_id AS "workspaceId", ${alias}.message_id AS "messageId", ${alias}.contact_id AS "contactId",
   ${alias}.contact_reference AS "contactReference", ${alias}.details, ${alias}.created_at AS "createdAt"`;

/** The parts of a body that come from its message. The key is null when the message no longer exists. */
export interface BodyMessage {
  readonly idempotencyKey: string | null;
  readonly messageContactId: string | null;
  readonly messageContactReference: string | null;
  readonly recipient: string | null;
  /** Of a copy (docs/rules.md#copies), and the message whose mail it is. */
  readonly role: CopyRole | null;
  readonly primaryId: string | null;
  readonly metadata: Metadata | null;
}

/** SQL of `BodyMessage`. */
export const messageColumns = (alias: string) =>
  `${alias}.idempotency_key AS "idempotencyKey", ${alias}.contact_id AS "messageContactId",
   ${alias}.contact_reference AS "messageContactReference", ${alias}.recipient, ${alias}.role,
   ${alias}.primary_id AS "primaryId", ${alias}.metadata`;

/** The rows that a webhook names, as they are now. */
export interface WebhookFacts {
  readonly workspace: { readonly id: string; readonly reference: string | null } | null;
  readonly message: BodyMessage | null;
  /** Of its endpoint; null: the first. */
  readonly bodyVersion: number | null;
  readonly refusal: Refusal | null;
  /** The answer of which a `message.replied` tells; absent in others. */
  readonly reply?: ToldReply | undefined;
}

/** SQL of the facts that the endpoint `e` asks for, of the message `m`. */
export const versionColumns = (m: string, e: string, only: Only = ofAny) =>
  `${e}.body_version AS "bodyVersion", ${refusalSql(m, e, only)} AS refusal`;

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

export function buildBody(row: WebhookRow, facts: WebhookFacts): WebhookBody {
  return {
    id: row.id,
    type: row.type,
    source: row.source,
    created_at: row.createdAt.toISOString(),
    simulated: row.simulated,
    workspace: facts.workspace,
    data: {
      ...subjectOf(row, facts.message),
      ...(row.details as Readonly<Record<string, unknown>>),
      ...refusalOf(row, facts),
      ...(facts.reply && { reply: facts.reply }),
    },
  };
}

function refusalOf({ type }: WebhookRow, { bodyVersion, refusal }: WebhookFacts) {
  const tells = bodyVersion === refusalVersion && refusedTypes.some((refused) => refused === type);
  return tells ? { refusal } : {};
}

function subjectOf(row: WebhookRow, message: BodyMessage | null): Readonly<Record<string, unknown>> {
  if (message) {
    const { idempotencyKey, messageContactId, messageContactReference, recipient, role, primaryId, metadata } = message;
    // The address is named only where no contact stands for it.
    const whom =
      messageContactId === null
        ? { recipient }
        : { contact: { id: messageContactId, reference: messageContactReference } };
    const ofCopy = { ...(role !== null && { role }), ...(primaryId !== null && { copy_of: primaryId }) };
    return {
      message: {
        id: row.messageId,
        idempotency_key: idempotencyKey,
        ...whom,
        ...ofCopy,
        ...recordedMetadata(metadata),
      },
    };
  }
  return row.contactId === null ? {} : { contact: { id: row.contactId, reference: row.contactReference } };
}

/** The facts of a webhook as `readFacts` finds them. */
export interface FactsRow extends BodyMessage, Pick<WebhookFacts, 'bodyVersion' | 'refusal'> {
  readonly id: string;
  readonly reference: string | null;
  /** Of the message; null where there is none. */
  readonly state: MessageState | null;
  /** Of the message. */
  readonly endedAt: Date | null;
  /** Of the message. */
  readonly trace: Buffer | null;
}

const facts = statement({
  rows: {
    i: rowsOf<WebhookRow>({
      id: ['text', ({ id }) => id],
      platform_id: ['text', ({ platformId }) => platformId],
      endpoint_id: ['text', ({ endpointId }) => endpointId],
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      message_id: ['text', ({ messageId }) => messageId],
    }),
  },
  text: ({ i }, only) => `
    SELECT i.id, w.reference, ${messageColumns('m')}, m.state, m.ended_at AS "endedAt", m.trace, ${versionColumns('m', 'e', only)}
    FROM ${i}
    LEFT JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id
    LEFT JOIN messages m ON m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.message_id
    LEFT JOIN webhook_endpoints e ON e.platform_id = i.platform_id AND e.id = i.endpoint_id`,
});

/** In any order. */
export function readFacts(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  rows: readonly WebhookRow[],
): Promise<readonly FactsRow[]> {
  const workspaceOf = ({ workspaceId }: WebhookRow) => workspaceId ?? '';
  return ofEachWorkspace(db, rows, workspaceOf, async (some, form) => {
    const found = await client.query<FactsRow>(form(facts)({ i: some }));
    return found.rows;
  });
}

/** Webhook id to body, for each of `rows`. */
export async function buildBodies(
  db: Pick<Db, 'isCluster' | 'pool'>,
  rows: readonly WebhookRow[],
): Promise<ReadonlyMap<string, WebhookBody>> {
  const found = new Map((await readFacts(db, db.pool, rows)).map((row) => [row.id, row]));
  const replies = await readToldReplies(db.pool, rows);
  return new Map(
    rows.map((row) => {
      const known = found.get(row.id);
      const workspace = row.workspaceId === null ? null : { id: row.workspaceId, reference: known?.reference ?? null };
      const message = known && known.idempotencyKey !== null ? known : null;
      const { bodyVersion = null, refusal = null } = known ?? {};
      return [row.id, buildBody(row, { workspace, message, bodyVersion, refusal, reply: replies.get(row.id) })];
    }),
  );
}
