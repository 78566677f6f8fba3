/** The events of an erasure: their mail, webhooks and attempts are deleted, their keys and bare records stay. */
import type { App } from '../context.ts';
import { ofPersonSql } from '../db/address-key.ts';
import type { Queryable } from '../db/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { bareKeys, dropReplacedKeys, erasedKey, isErased } from '../events/idempotency/idempotency.ts';
import { movedColumns, noteErasedSql } from '../figures/note-changes.ts';
import type { OpenErasure } from './open-erasure.ts';
import { nameless } from './read-person.ts';
import { createWordFinder } from './word-finder.ts';

interface EventRow {
  readonly id: string;
  readonly key: string;
  readonly messageId: string | null;
}

interface Batch {
  readonly now: Date;
  /** Events, at most. */
  readonly limit: number;
}

/**
 * Erases a batch of the person's events; returns their number. Events whose mail is being sent or reported on, or whose
 * webhook is being delivered, are left for a later step.
 */
export async function eraseEvents(
  app: App,
  client: Queryable,
  erasure: OpenErasure,
  { now, limit }: Batch,
): Promise<number> {
  const events = await pickEvents(client, erasure, limit);
  if (events.length === 0) return 0;
  const { workspaceId } = erasure;
  const messageIds = await lockMessages(
    client,
    workspaceId,
    events.flatMap(({ messageId }) => messageId ?? []),
  );
  await client.query(
    `DELETE FROM webhooks
     WHERE workspace_id = $1 AND message_id = ANY($2) AND coalesce(lease_until <= $3, true)`,
    [workspaceId, messageIds, now],
  );
  // Attempts, attachments and opens go with the message. Messages go last, because webhooks are built from them.
  const { rows: gone } = await client.query<{ id: string }>(
    `WITH gone AS (
       DELETE FROM messages m
       WHERE m.workspace_id = $1 AND m.id = ANY($2) AND m.state <> 'sending'
         AND NOT EXISTS (SELECT FROM webhooks h WHERE h.workspace_id = $1 AND h.message_id = m.id)
       RETURNING ${movedColumns}
     ), noted AS (${noteErasedSql('gone')}
     )
     SELECT id FROM gone`,
    [workspaceId, messageIds],
  );
  const goneIds = new Set(gone.map(({ id }) => id));
  const bare = events.filter(({ messageId }) => messageId === null || goneIds.has(messageId));
  await strip(app, client, erasure, bare);
  return bare.length;
}

async function pickEvents(client: Queryable, erasure: OpenErasure, limit: number): Promise<readonly EventRow[]> {
  const { workspaceId, addressHashes, contactIds, requestedAt } = erasure;
  const { rows } = await client.query<EventRow>(
    `SELECT e.id, e.idempotency_key AS key, m.id AS "messageId"
     FROM events e LEFT JOIN messages m ON m.workspace_id = e.workspace_id AND m.event_id = e.id
     WHERE ${ofPersonSql('e', '$1', '$2::bytea[]', '$3')} AND e.created_at <= $4
       AND coalesce(m.state <> 'sending', true)
     LIMIT $5 FOR UPDATE OF e SKIP LOCKED`,
    [workspaceId, addressHashes, contactIds, requestedAt, limit],
  );
  return rows;
}

/**
 * Locks messages in a statement of its own: earlier holders have written their webhooks by then, which the next
 * statement sees, and no transaction can add any. Messages locked by others are skipped.
 */
async function lockMessages(
  client: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM messages WHERE workspace_id = $1 AND id = ANY($2) FOR UPDATE SKIP LOCKED',
    [workspaceId, ids],
  );
  return rows.map(({ id }) => id);
}

const bareEvents = statement({
  rows: {
    i: rowsOf<{ readonly eventId: string; readonly key: string }>({
      id: ['text', ({ eventId }) => eventId],
      key: ['text', ({ key }) => key],
    }),
  },
  values: { workspaceId: 'text', nameless: 'bytea' },
  text: ({ i, workspaceId, nameless: hash }) => `
    UPDATE events e
    SET payload = NULL, contact_id = NULL, contact_reference = NULL, address_hash = ${hash}, idempotency_key = i.key
    FROM ${i}
    WHERE e.workspace_id = ${workspaceId} AND e.id = i.id`,
});

/** The records stay readable and answer a replay, without naming the person. */
async function strip(
  app: App,
  client: Queryable,
  { workspaceId, terms }: OpenErasure,
  events: readonly EventRow[],
): Promise<void> {
  const names = createWordFinder(terms);
  const kept = events.map(({ id, key }) => ({
    eventId: id,
    key: !isErased(key) && names(key, 'anywhere') ? erasedKey(app.secrets, key) : key,
  }));
  await client.query(dropReplacedKeys({ i: kept, workspaceId }));
  await client.query(bareKeys({ i: kept, workspaceId }));
  await client.query(bareEvents({ i: kept, workspaceId, nameless }));
}
