/**
 * The events of an erasure: their mail, webhooks and attempts are deleted, their keys and bare records stay
 * (docs/rules.md#erased-idempotency-keys).
 */

import type { App } from '../context.ts';
import { toAddressesSql } from '../db/address-key.ts';
import { formFor } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { bareKeys, dropReplacedKeys, erasedKey, isErased } from '../events/idempotency/idempotency.ts';
import { removeHistories } from '../messages/states/remove-histories.ts';
import { removeUnleased } from '../webhooks/remove-unleased.ts';
import type { OpenErasure } from './open-erasure.ts';
import { nameless } from './read-person.ts';
import { removeFromHeaders } from './remove-from-headers.ts';
import { removeMails } from './remove-mails.ts';
import { createWordFinder } from './word-finder.ts';

/** An event to erase. */
interface EventRow {
  readonly id: string;
  readonly key: string;
  readonly messageId: string | null;
  readonly addressHash: Buffer;
  /** The event whose mail goes to the address as a copy; null: it is no copy. */
  readonly copyOf: string | null;
}

/** Events that one search for the person's events finds, at most. */
const foundAtOnce = 10_000;

/**
 * The person's events that turns have found and not yet looked at. What was erased stays in the indexes until a vacuum:
 * a search of each step would read all of it again.
 */
export interface FoundEvents {
  ids: readonly string[];
  /** Events erased since that search. */
  erased: number;
  /** On a cluster: messages that the step before removed. */
  gone: readonly string[];
}

export const noFoundEvents = (): FoundEvents => ({ ids: [], erased: 0, gone: [] });

interface Batch {
  readonly now: Date;
  /** Events, at most. */
  readonly limit: number;
  readonly found: FoundEvents;
}

/**
 * Erases a batch of the person's events; returns whether there may be more. Events whose mail is being sent or reported
 * on, or whose webhook is being delivered, are left for a later search. A search of which none could be erased is the
 * last one.
 */
export async function eraseEvents(
  app: App,
  client: Queryable,
  erasure: OpenErasure,
  { now, limit, found }: Batch,
): Promise<boolean> {
  if (found.ids.length === 0) {
    found.ids = await findEvents(app, client, erasure);
    found.erased = 0;
  }
  const picked = await pickEvents(client, erasure, found.ids.slice(0, limit));
  const events = await removeFromHeaders(app, client, erasure.workspaceId, picked);
  const erased = events.length > 0 ? await eraseFound(app, client, erasure, events, now) : noneErased;
  if (erased === null) return true;
  found.erased += erased.events;
  if (app.db.isCluster()) found.gone = erased.messageIds;
  found.ids = found.ids.slice(limit);
  return found.ids.length > 0 || found.erased > 0;
}

interface Erased {
  readonly events: number;
  readonly messageIds: readonly string[];
}
const noneErased: Erased = { events: 0, messageIds: [] };

/** Returns what was erased; null: on a cluster, their webhooks went first (erase-step.ts). */
async function eraseFound(
  app: App,
  client: Queryable,
  erasure: OpenErasure,
  events: readonly EventRow[],
  now: Date,
): Promise<Erased | null> {
  const { platformId, workspaceId } = erasure;
  const messageIds = await lockMessages(
    client,
    workspaceId,
    events.flatMap(({ messageId }) => messageId ?? []),
  );
  const about = { platformId, workspaceId, about: 'messages', ids: messageIds, now } as const;
  const webhooks = await removeUnleased(client, about);
  if (app.db.isCluster() && webhooks > 0) return null;
  // Messages go last, because webhooks are built from them.
  const gone = await removeMails(app, client, workspaceId, messageIds);
  await removeHistories(client, workspaceId, gone);
  const goneIds = new Set(gone);
  const bare = events.filter(({ messageId }) => messageId === null || goneIds.has(messageId));
  await strip(app, client, erasure, bare);
  return { events: bare.length, messageIds: gone };
}

/**
 * On a cluster, the webhooks of messages that the step before removed; returns their number. Messages and webhooks are locked on
 * two machines: none is left whichever of them was free first (docs/rules.md#erasure-on-a-cluster).
 */
export async function eraseLateWebhooks(
  client: Queryable,
  { platformId, workspaceId }: OpenErasure,
  { now, found }: Omit<Batch, 'limit'>,
): Promise<number> {
  const { gone } = found;
  if (gone.length === 0) return 0;
  const removed = await removeUnleased(client, { platformId, workspaceId, about: 'messages', ids: gone, now });
  found.gone = [];
  return removed;
}

/** What finds the rows of a person; of those before the request. */
export const ofPerson = {
  workspaceId: 'text',
  addressHashes: 'bytea[]',
  contactIds: 'text[]',
  requestedAt: 'timestamptz',
} as const;

/** One index after the other: of both at once, PostgreSQL reads all that the person has before the first row. */
const findTheirs = statement({
  values: ofPerson,
  text: ({ workspaceId, addressHashes, contactIds, requestedAt }, only) => `
    (SELECT e.id FROM events e
     WHERE e.workspace_id = ${workspaceId} AND e.contact_id = ANY(${contactIds}) AND e.created_at <= ${requestedAt}
     LIMIT ${foundAtOnce})
    UNION
    (SELECT e.id FROM events e
     WHERE ${toAddressesSql('e', workspaceId, addressHashes, only)} AND e.created_at <= ${requestedAt}
     LIMIT ${foundAtOnce})
    ORDER BY id`,
});

async function findEvents(
  { db }: App,
  client: Queryable,
  { workspaceId, addressHashes, contactIds, requestedAt }: OpenErasure,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    formFor(db, workspaceId)(findTheirs)({ workspaceId, addressHashes, contactIds, requestedAt }),
  );
  const ids = rows.map(({ id }) => id);
  // Copies of a mail to the person go first: the event leads to them (docs/rules.md#erasure-of-copies).
  const { rows: copies } = await client.query<{ id: string }>(
    'SELECT id FROM events WHERE workspace_id = $1 AND copy_of = ANY($2) AND address_hash <> $3 ORDER BY id',
    [workspaceId, ids, nameless],
  );
  return [...new Set([...copies.map(({ id }) => id), ...ids])];
}

/** SQL: whether the event is one of the person's emits up to the request. */
const isTheirsSql = (event: string) =>
  `((${event}.address_hash = ANY($2) OR ${event}.contact_id = ANY($3)) AND ${event}.created_at <= $4)`;

async function pickEvents(
  client: Queryable,
  { workspaceId, addressHashes, contactIds, requestedAt }: OpenErasure,
  ids: readonly string[],
): Promise<readonly EventRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<EventRow>(
    // Another process may have erased some of them since.
    `SELECT e.id, e.idempotency_key AS key, m.id AS "messageId", e.address_hash AS "addressHash", e.copy_of AS "copyOf"
     FROM events e LEFT JOIN messages m ON m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')}
     WHERE e.workspace_id = $1 AND e.id = ANY($5)
       AND (${isTheirsSql('e')} OR EXISTS (
         SELECT FROM events p WHERE p.workspace_id = $1 AND p.id = e.copy_of AND ${isTheirsSql('p')}))
       AND coalesce(m.state <> 'sending', true)
       AND NOT EXISTS (
         SELECT FROM events c WHERE c.copy_of = e.id AND c.workspace_id = $1 AND c.address_hash <> $6)
     FOR UPDATE OF e SKIP LOCKED`,
    [workspaceId, addressHashes, contactIds, requestedAt, ids, nameless],
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
    SET payload = NULL, metadata = NULL, contact_id = NULL, contact_reference = NULL, address_hash = ${hash}, idempotency_key = i.key
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
  const erased = kept.filter(({ key }) => isErased(key));
  if (erased.length > 0) await client.query(dropReplacedKeys({ i: erased, workspaceId }));
  await client.query(bareKeys({ i: kept, workspaceId }));
  await client.query(bareEvents({ i: kept, workspaceId, nameless }));
}
