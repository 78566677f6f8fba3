/** Events and messages outside of the partitions that the service made (docs/partitions.md), after their lifetime. */
import type { App } from '../context.ts';
import { type Form, inWorkspaces } from '../db/by-workspace.ts';
import type { Db, Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { type Query, statement } from '../db/rows.ts';
import { idAt } from '../ground/ids.ts';
import { eventLifetime, keptSince } from './lifetimes.ts';
import { rowsABatch } from './remove-passed.ts';

/** SQL: whether a webhook about the message `m` is still tried: its body is built from the message. */
const isToldSql = `EXISTS (
         SELECT FROM webhooks h WHERE h.workspace_id = m.workspace_id AND h.message_id = m.id AND h.state = 'pending' OFFSET 0)`;

/**
 * SQL: removes the messages that `batch` names by `on`, with the webhooks about them, which could not be built any more. A
 * webhook that is sent again meanwhile is dropped by its attempt, with its pending row.
 */
const messagesOfSql = (on: string) => `told AS (
       DELETE FROM webhooks h USING batch, messages m
       WHERE m.workspace_id = batch.workspace_id AND ${on}
         AND h.workspace_id = m.workspace_id AND h.message_id = m.id AND h.state <> 'pending'
     ), mails AS (
       DELETE FROM messages m USING batch WHERE m.workspace_id = batch.workspace_id AND ${on}
     )`;

const removeEvents = statement({
  alone: true,
  values: { until: 'timestamptz' },
  text: ({ until }) => `
    WITH batch AS MATERIALIZED (
       SELECT workspace_id, id FROM events_default e
       WHERE created_at <= ${until} AND NOT EXISTS (
         SELECT FROM messages m WHERE m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')} AND ${isToldSql} OFFSET 0)
       ORDER BY created_at LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED
     ), ${messagesOfSql(isOfEventSql('m', 'batch.id'))}, gone AS (
       DELETE FROM events_default e USING batch WHERE e.workspace_id = batch.workspace_id AND e.id = batch.id
     )
     SELECT count(*)::int AS found FROM batch`,
});

const removeMessages = statement({
  alone: true,
  values: { until: 'text' },
  text: ({ until }) => `
    WITH batch AS MATERIALIZED (
       SELECT workspace_id, id FROM messages_default m WHERE id < ${until} AND NOT ${isToldSql}
       ORDER BY id LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED
     ), ${messagesOfSql('m.id = batch.id')}
     SELECT count(*)::int AS found FROM batch`,
});

/** An event of the default partition, and its message; or such a message alone. */
interface Old {
  readonly workspaceId: string;
  readonly eventId: string | null;
  readonly messageId: string | null;
}

const findEvents = statement({
  values: { until: 'timestamptz' },
  text: ({ until }) => `
    SELECT workspace_id AS "workspaceId" FROM events_default WHERE created_at <= ${until}
    ORDER BY created_at LIMIT ${rowsABatch}`,
});
const lockEvents = statement({
  values: { until: 'timestamptz' },
  text: ({ until }, only) => `
    SELECT e.workspace_id AS "workspaceId", e.id AS "eventId", m.id AS "messageId"
    FROM events_default e
    LEFT JOIN messages m ON m.workspace_id = e.workspace_id AND ${only('m.workspace_id')} AND ${isOfEventSql('m', 'e.id')}
    WHERE e.created_at <= ${until} AND ${only('e.workspace_id')}
    ORDER BY e.created_at LIMIT ${rowsABatch} FOR UPDATE OF e SKIP LOCKED`,
});
const findMessages = statement({
  values: { until: 'text' },
  text: ({ until }) => `
    SELECT workspace_id AS "workspaceId" FROM messages_default WHERE id < ${until} ORDER BY id LIMIT ${rowsABatch}`,
});
const lockMessages = statement({
  values: { until: 'text' },
  text: ({ until }, only) => `
    SELECT workspace_id AS "workspaceId", NULL AS "eventId", id AS "messageId"
    FROM messages_default WHERE id < ${until} AND ${only('workspace_id')}
    ORDER BY id LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED`,
});

const told = statement({
  values: { workspaceId: 'text', ids: 'text[]' },
  text: ({ workspaceId, ids }) => `
    SELECT DISTINCT message_id AS id FROM webhooks
    WHERE workspace_id = ${workspaceId} AND message_id = ANY(${ids}) AND state = 'pending'`,
});
const removeTold = statement({
  values: { workspaceId: 'text', ids: 'text[]' },
  text: ({ workspaceId, ids }) => `
    DELETE FROM webhooks WHERE workspace_id = ${workspaceId} AND message_id = ANY(${ids}) AND state <> 'pending'`,
});
const removeMails = statement({
  values: { workspaceId: 'text', ids: 'text[]' },
  text: ({ workspaceId, ids }) => `DELETE FROM messages WHERE workspace_id = ${workspaceId} AND id = ANY(${ids})`,
});
const removeBare = statement({
  values: { workspaceId: 'text', ids: 'text[]' },
  text: ({ workspaceId, ids }) => `DELETE FROM events_default WHERE workspace_id = ${workspaceId} AND id = ANY(${ids})`,
});

interface Apart {
  readonly find: Query;
  readonly remove: (form: Form) => Query;
}

/** On a cluster, which has webhooks on its coordinator: the same in steps, workspace by workspace. */
async function dropApart(db: Db, client: Queryable, { find, remove }: Apart): Promise<boolean> {
  const found = await inWorkspaces(db, client, { find, rows: rowsABatch }, async (form) => {
    const { rows } = await client.query<Old>(remove(form));
    const [first] = rows;
    if (first === undefined) return [];
    const { workspaceId } = first;
    const ids = rows.flatMap(({ messageId }) => messageId ?? []);
    const tried = await client.query<{ id: string }>(told({ workspaceId, ids }));
    const kept = new Set(tried.rows.map(({ id }) => id));
    const gone = rows.filter(({ messageId }) => messageId === null || !kept.has(messageId));
    const mails = gone.flatMap(({ messageId }) => messageId ?? []);
    await client.query(removeTold({ workspaceId, ids: mails }));
    await client.query(removeMails({ workspaceId, ids: mails }));
    await client.query(removeBare({ workspaceId, ids: gone.flatMap(({ eventId }) => eventId ?? []) }));
    return gone;
  });
  return found.length >= rowsABatch;
}

/**
 * Removes events with their messages, outside of the partitions that the service made, which it drops as a whole
 * (docs/partitions.md). A webhook that is still tried keeps its event until its last attempt.
 */
export async function dropEvents({ db }: App, client: Queryable, now: Date): Promise<boolean> {
  const until = keptSince(eventLifetime, now);
  if (db.isCluster())
    return dropApart(db, client, { find: findEvents({ until }), remove: (form) => form(lockEvents)({ until }) });
  // The removal is planned for every partition of messages; the default partition is empty as a rule.
  if ((await client.query(findEvents({ until }))).rows.length === 0) return false;
  const { rows } = await client.query<{ found: number }>(removeEvents({ until }));
  return rows[0]?.found === rowsABatch;
}

/** Removes messages outside of partitions, whose events go with theirs, and those that a version left to a foreign key. */
export async function dropMessages({ db }: App, client: Queryable, now: Date): Promise<boolean> {
  const until = idAt(new Date(keptSince(eventLifetime, now).getTime() + 1));
  if (db.isCluster())
    return dropApart(db, client, { find: findMessages({ until }), remove: (form) => form(lockMessages)({ until }) });
  if ((await client.query(findMessages({ until }))).rows.length === 0) return false;
  const { rows } = await client.query<{ found: number }>(removeMessages({ until }));
  return rows[0]?.found === rowsABatch;
}
