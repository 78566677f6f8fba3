/** The message that is to be sent again, with its content as fixed at the emit and all that speaks against it. */

import type { MessageState, Simulation } from '../../../prisma/generated/client.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import type { Metadata } from '../../ground/input/metadata.ts';
import { isUndelivered } from '../../messages/states/message-states.ts';
import type { MessageValues } from '../../templates/fixed-content.ts';

export interface OriginalMessage {
  readonly id: string;
  readonly workspaceId: string;
  readonly state: MessageState;
  readonly simulation: Simulation | null;
  readonly recipient: string | null;
  readonly addressHash: Buffer;
  readonly contactId: string | null;
  readonly contactReference: string | null;
  readonly templateVersionId: string;
  readonly brandVersion: number | null;
  readonly layoutVersion: number | null;
  readonly locale: string;
  readonly timezone: string;
  /** Null after the retention of content. */
  readonly values: MessageValues | null;
  readonly fellBack: readonly string[];
  readonly hadFiles: boolean | null;
  readonly eventTypeId: string;
  readonly type: string;
  readonly eventTypeVersion: number;
  readonly contentDays: number | null;
  /** Key of the topic of the original; null: transactional mail. */
  readonly topic: string | null;
  readonly idempotencyKey: string;
  readonly metadata: Metadata | null;
  /** Null after the retention of content. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  /** Whether its person was erased after the emit; the erasure may still run. */
  readonly erased: boolean;
  /** Of a copy: the address of its emit, whose erasure takes the copy along; null: it is no copy. */
  readonly primaryHash: Buffer | null;
  /** The latest message that sends this one again; null: none. */
  readonly resentAs: string | null;
  readonly resentState: MessageState | null;
}

const readStatement = statement({
  values: { platformId: 'text', workspaceId: 'text', id: 'text', keptSince: 'timestamptz' },
  text: ({ platformId, workspaceId, id, keptSince }) => `
    SELECT m.id, m.workspace_id AS "workspaceId", m.state, m.simulation, m.recipient, m.address_hash AS "addressHash",
           m.contact_id AS "contactId", m.contact_reference AS "contactReference",
           m.template_version_id AS "templateVersionId", m.brand_version AS "brandVersion",
           m.layout_version AS "layoutVersion", m.locale, m.timezone, m.values,
           coalesce(m.fell_back, '{}') AS "fellBack",
           m.had_files AS "hadFiles", m.event_type_id AS "eventTypeId", m.idempotency_key AS "idempotencyKey",
           e.type, e.event_type_version AS "eventTypeVersion", m.content_days AS "contentDays", m.topic,
           e.payload, e.metadata,
           EXISTS (
             SELECT FROM erased_addresses x
             WHERE x.workspace_id = m.workspace_id AND x.address_hash = m.address_hash
               AND x.erased_at >= m.created_at)
             -- A copy goes with the recipient of its emit.
             OR e.copy_of IS NOT NULL AND (own.address_hash IS NULL OR own.address_hash = '' OR EXISTS (
               SELECT FROM erased_addresses x
               WHERE x.workspace_id = m.workspace_id AND x.address_hash = own.address_hash
                 AND x.erased_at >= m.created_at)) AS erased, own.address_hash AS "primaryHash",
           again.id AS "resentAs", again.state AS "resentState"
    FROM messages m
    JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id
    LEFT JOIN events own ON own.workspace_id = e.workspace_id AND own.id = e.copy_of
    LEFT JOIN LATERAL (
      SELECT n.id, n.state FROM message_resends r
      JOIN messages n ON n.workspace_id = r.workspace_id AND n.id = r.message_id
      WHERE r.workspace_id = m.workspace_id AND r.original_id = m.id
      ORDER BY r.message_id DESC LIMIT 1) again ON true
    WHERE m.platform_id = ${platformId} AND m.workspace_id = ${workspaceId} AND m.id = ${id}
      AND m.created_at > ${keptSince}`,
});

interface Sought {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  /** Older messages are not shown, and not sent again. */
  readonly keptSince: Date;
}

/** Reads the message; null when the workspace has none with this id. */
export async function readOriginal(client: Queryable, sought: Sought): Promise<OriginalMessage | null> {
  const { rows } = await client.query<OriginalMessage>(readStatement(sought));
  return rows[0] ?? null;
}

/** The content of a message that can be sent again. */
export interface SendableContent {
  readonly recipient: string;
  readonly values: MessageValues;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Returns the content; throws `message_not_resendable` or `content_gone` (docs/rules.md#send-again). */
export function contentOf(original: OriginalMessage): SendableContent {
  const { state, erased, hadFiles, recipient, values, payload } = original;
  if (!isUndelivered(state)) throw new DomainError('message_not_resendable');
  if (erased || recipient === null) {
    throw new DomainError('content_gone', 'The person was erased, so the message cannot be sent again.');
  }
  if (values === null || payload === null) throw new DomainError('content_gone');
  if (hadFiles) {
    throw new DomainError(
      'content_gone',
      'The attachments of the message were deleted when it ended, so it cannot be sent again.',
    );
  }
  return { recipient, values, payload };
}
