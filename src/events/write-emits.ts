/**
 * The batched write of accepted emits: one transaction that compares the facts of the decision again
 * (docs/rules.md#emit-consistency).
 */
import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { nonFinalStates, stateIn } from '../messages/message-states.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import type { AcceptedEmit } from './decide-emit.ts';
import { isErasedKeyOfSql, isKeptSql, keysKeptSince } from './idempotency.ts';
import { keyEndedSql } from './read-emits.ts';

/** Seconds after its emit when a queued message expires (docs/rules.md#message-expiry). */
const messageLifetime = 24 * 60 * 60;

/** Thrown inside the transaction when a row changed since the read or a limit is near; each emit then runs alone. */
export class EmitFactsChanged extends Error {
  override readonly name = 'EmitFactsChanged';
}

const emitRows = rowsOf<AcceptedEmit>({
  platform_id: ['text', ({ work }) => work.platformId],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  workspace_revision: ['text', ({ facts }) => facts.workspaceRevision],
  domain_id: ['text', ({ facts }) => facts.domainId],
  domain_revision: ['text', ({ facts }) => facts.domainRevision],
  contact_id: ['text', ({ facts }) => facts.contactId],
  contact_reference: ['text', ({ facts }) => facts.contactReference],
  contact_revision: ['text', ({ facts }) => facts.contactRevision],
  event_id: ['text', ({ record }) => record.id],
  event_type_id: ['text', ({ eventTypeId }) => eventTypeId],
  event_type_revision: ['text', ({ facts }) => facts.eventTypeRevision],
  event_type_version: ['int', ({ facts }) => facts.eventTypeVersion],
  key: ['text', ({ key }) => key],
  erased_key: ['text', ({ work }) => work.erasedKey],
  body_hash: ['bytea', ({ work }) => work.bodyHash],
  answer: ['jsonb', ({ record }) => JSON.stringify(record)],
  address_hash: ['bytea', ({ addressHash }) => addressHash],
  payload: ['jsonb', ({ payload }) => JSON.stringify(payload)],
  created_at: ['timestamptz', ({ createdAt }) => createdAt],
  message_id: ['text', ({ record }) => record.message?.id ?? null],
  state: ['message_state', ({ record }) => record.message?.state ?? 'queued'],
  simulation: ['simulation', ({ simulation }) => simulation],
  recipient: ['text', ({ recipient }) => recipient],
  template_version_id: ['text', ({ facts }) => facts.templateVersionId],
  values: ['jsonb', ({ values }) => JSON.stringify(values)],
  fell_back: ['jsonb', ({ record }) => JSON.stringify(record.message?.fellBack ?? [])],
  suppressed: ['boolean', ({ facts }) => facts.suppressed],
  locale: ['text', ({ locale }) => locale],
  timezone: ['text', ({ facts }) => facts.timezone],
  api_key_id: ['text', ({ work }) => work.apiKeyId],
});

/**
 * The joins compare row versions. The workspace, the event type with its template, the sending domain and the contact
 * must be live and unchanged, the suppression of the address must be the same, and the caller's key must still be
 * valid. The row of the event type is share-locked by its key, so that its deletion and this write cannot pass each
 * other.
 */
const insertEmits = statement({
  name: 'write-emits',
  rows: { i: emitRows },
  values: { keptSince: 'timestamptz', now: 'timestamptz', lifetime: 'int' },
  text: ({ i, keptSince, now, lifetime }) => `
WITH input AS (
  SELECT * FROM ${i}
), live AS (
  SELECT i.*, t.name AS type
  FROM input i
  JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id AND w.xmin::text = i.workspace_revision
  JOIN event_types t
    ON t.platform_id = i.platform_id AND t.id = i.event_type_id AND t.xmin::text = i.event_type_revision
  WHERE (SELECT d.xmin::text FROM sending_domains d WHERE d.platform_id = i.platform_id)
          IS NOT DISTINCT FROM i.domain_revision
    AND (SELECT c.xmin::text FROM contacts c
         WHERE c.workspace_id = i.workspace_id AND c.address_hash = i.address_hash)
          IS NOT DISTINCT FROM i.contact_revision
    AND NOT ${keyEndedSql(now)}
    AND EXISTS (
      SELECT FROM suppressions s
      WHERE s.platform_id = i.platform_id AND s.address_hash = i.address_hash AND s.blocks = 'all'
        AND (s.workspace_id IS NULL OR s.workspace_id = i.workspace_id)) = i.suppressed
    -- The key's person was erased between the read and this write.
    AND NOT EXISTS (
      SELECT FROM idempotency_keys k
      WHERE k.workspace_id = i.workspace_id AND ${isErasedKeyOfSql('k', 'i', keptSince)})
  FOR KEY SHARE OF w, t
), keys AS (
  INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at)
  SELECT platform_id, workspace_id, key, body_hash, event_id, answer, created_at FROM live
  ORDER BY workspace_id, key
  ON CONFLICT (workspace_id, key) DO UPDATE
    SET body_hash = excluded.body_hash, event_id = excluded.event_id, answer = excluded.answer,
        created_at = excluded.created_at
    WHERE NOT ${isKeptSql('idempotency_keys', keptSince)}
  RETURNING event_id
), new_events AS (
  INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                      contact_id, contact_reference, address_hash, created_at)
  SELECT platform_id, workspace_id, event_id, event_type_id, type, event_type_version, key, payload,
         contact_id, contact_reference, address_hash, created_at
  FROM live WHERE event_id IN (SELECT event_id FROM keys)
), new_messages AS (
  INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, simulation,
                        recipient, address_hash, contact_id, contact_reference, sending_domain_id, template_version_id,
                        locale, timezone, values, fell_back, due_at, expires_at, ended_at, created_at)
  SELECT platform_id, workspace_id, message_id, event_id, event_type_id, key, state, simulation,
         recipient, address_hash, contact_id, contact_reference, domain_id, template_version_id,
         locale, timezone, values,
         ARRAY(SELECT jsonb_array_elements_text(fell_back)), created_at,
         created_at + make_interval(secs => ${lifetime}),
         CASE WHEN NOT ${stateIn('state', nonFinalStates)} THEN created_at END, created_at
  FROM live WHERE message_id IS NOT NULL AND event_id IN (SELECT event_id FROM keys)
)
SELECT count(*)::int AS written FROM keys`,
});

/**
 * Writes the whole batch, or throws `EmitFactsChanged` and writes nothing. Returns the endpoints that have webhooks to
 * send.
 */
export async function writeEmits(
  app: App,
  client: Queryable,
  emits: readonly AcceptedEmit[],
): Promise<readonly TurnKey[]> {
  const now = app.clock.now();
  const { rows } = await client.query<{ written: number }>(
    insertEmits({ i: emits, keptSince: keysKeptSince(now), now, lifetime: messageLifetime }),
  );
  if (rows[0]?.written !== emits.length) throw new EmitFactsChanged();
  for (const emit of emits) await keepAttachments(client, emit);
  return recordWebhooks(
    app,
    client,
    emits.flatMap(({ work, workspaceId, record, createdAt }) =>
      record.message?.state === 'suppressed'
        ? [
            {
              platformId: work.platformId,
              type: 'message.suppressed' as const,
              source: 'service' as const,
              simulated: false,
              workspaceId,
              messageId: record.message.id,
              details: {},
              at: createdAt,
            },
          ]
        : [],
    ),
  );
}

/**
 * Runs one statement for each file, with its bytes as a parameter of their own: such bytes go over the wire unchanged,
 * not as hex. The driver copies all parameters of a statement into one buffer.
 */
async function keepAttachments(client: Queryable, { workspaceId, record, attachments }: AcceptedEmit): Promise<void> {
  if (record.message === null) return;
  for (const [position, { filename, mediaType, content }] of attachments.entries()) {
    await client.query({
      name: 'keep-attachment',
      text: `INSERT INTO attachments (workspace_id, message_id, position, filename, media_type, content)
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [workspaceId, record.message.id, position, filename, mediaType, content],
    });
  }
}
