/**
 * Removes rows after their lifetime (docs/rules.md#retention, lifetimes.ts). A purge is one bounded batch in one short
 * transaction that locks only its own rows and skips rows locked by others; the next sweep continues.
 */
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { idAt } from '../ground/ids.ts';
import { nonFinalStates, stateIn } from '../messages/states/message-states.ts';
import { dropFileContents } from './drop-file-contents.ts';
import {
  auditLifetime,
  emitCountLifetime,
  eventLifetime,
  figureLifetime,
  importLifetime,
  keptSince,
  keyLifetime,
  paceLifetime,
  refusedEmitLifetime,
  webhookLifetime,
} from './lifetimes.ts';
import { stripContent, stripLaterContent } from './strip-content.ts';
import { stripReplies } from './strip-replies.ts';
import { stripShortContent } from './strip-short-content.ts';

/** Rows that one batch removes, at most; a message takes its webhooks along. */
const rowsABatch = 200;

/** Files are large. */
const filesABatch = 20;

/** Returns whether more rows may be removed at once. */
export type Purge = (app: App, client: Queryable, now: Date) => Promise<boolean>;

const removals = {
  // Those of before the first day (src/retention/partitions/key-days.ts).
  keys: removal('idempotency_keys_default', 'workspace_id, key', 'created_at <= $1'),
  // Those outside of the partitions that the service made, which it drops as a whole (docs/partitions.md). Redelivered
  // webhooks that are still tried are removed after their last attempt.
  webhooks: removal('webhooks_default', 'platform_id, id', "created_at <= $1 AND state <> 'pending'"),
  refused: removal('refused_emits', 'platform_id, id', 'created_at <= $1'),
  rates: removal('emit_rates', 'workspace_id, address_hash', 'updated_at <= $1'),
  resends: removal('message_resends', 'workspace_id, message_id', 'created_at <= $1'),
  former: removal('former_addresses', 'workspace_id, address_hash, contact_id', 'until <= $1'),
  lifts: removal('suppression_lifts', 'workspace_id, id', 'created_at <= $1'),
  redeliveries: removal('webhook_redeliveries', 'platform_id, id', 'created_at <= $1 AND finished_at IS NOT NULL'),
  figures: removal('figures', 'workspace_id, platform_id, day, template_version_id, provider', 'day < $1::date'),
  healthChanges: removal('health_changes', 'platform_id, workspace_id, id', 'at <= $1'),
  sessions: removal('console_sessions', 'token_hash', 'expires_at <= $1'),
  files: removal('files', 'platform_id, id', 'expires_at <= $1'),
  imports: removal('imports', 'workspace_id, id', 'finished_at <= $1'),
  paces: removal('exchanger_paces', 'source, provider', 'updated_at <= $1'),
};

/** Those outside of the partitions that the service made, which it drops as a whole (docs/partitions.md); and answers. */
const removalsById = {
  audit: removalById('audit_entries_default', 'id', 'id'),
  attempts: removalById('message_attempts_default', 'workspace_id, message_id, number', 'message_id'),
  reports: removalById('message_reports_default', 'workspace_id, message_id, number', 'message_id'),
  opens: removalById('message_opens_default', 'workspace_id, message_id, id', 'message_id'),
  replies: removalById('message_replies', 'message_id, workspace_id, id', 'message_id'),
};

export const purges: readonly Purge[] = [
  removingById('audit', auditLifetime),
  removing('keys', keyLifetime),
  removing('webhooks', webhookLifetime),
  dropEvents,
  dropMessages,
  removingById('attempts', eventLifetime),
  removingById('reports', eventLifetime),
  removingById('opens', eventLifetime),
  removingById('replies', eventLifetime),
  removing('rates', emitCountLifetime),
  removing('resends', eventLifetime),
  removing('lifts', eventLifetime),
  removing('former', eventLifetime),
  removing('redeliveries', webhookLifetime),
  removing('refused', refusedEmitLifetime),
  removing('figures', figureLifetime),
  removing('healthChanges', figureLifetime),
  removing('sessions', 0),
  removing('paces', paceLifetime),
  removing('files', 0),
  removing('imports', importLifetime),
  stripContent,
  stripLaterContent,
  stripShortContent,
  stripReplies,
  dropAttachments,
  dropFileContents,
];

/**
 * SQL: removes rows of `table`, identified by `key`, for which `condition` holds at the time `$1`; it begins with the
 * column of their time. The oldest go first: by the order the index is read, and not the table.
 */
function removal(table: string, key: string, condition: string): string {
  const [time] = condition.split(' ', 1);
  return `
    DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${condition} ORDER BY ${time} LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED)`;
}

/** Removes rows whose `lifetime` has passed. */
function removing(rows: keyof typeof removals, lifetime: number): Purge {
  return async (_app, client, now) => {
    const { rowCount } = await client.query(removals[rows], [keptSince(lifetime, now)]);
    return rowCount === rowsABatch;
  };
}

/** SQL: the same for rows before the id `$1`. An id begins with the time of its row, so an index finds the oldest. */
function removalById(table: string, key: string, by: string): string {
  return `
    DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${by} < $1 ORDER BY ${by} LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED)`;
}

function removingById(rows: keyof typeof removalsById, lifetime: number): Purge {
  return async (_app, client, now) => {
    const { rowCount } = await client.query(removalsById[rows], [idAt(keptSince(lifetime, now))]);
    return rowCount === rowsABatch;
  };
}

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

/**
 * Removes events with their messages, outside of the partitions that the service made, which it drops as a whole
 * (docs/partitions.md). A webhook that is still tried keeps its event until its last attempt.
 */
async function dropEvents(_app: App, client: Queryable, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ found: number }>(
    `WITH batch AS MATERIALIZED (
       SELECT workspace_id, id FROM events_default e
       WHERE created_at <= $1 AND NOT EXISTS (
         SELECT FROM messages m WHERE m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')} AND ${isToldSql} OFFSET 0)
       ORDER BY created_at LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED
     ), ${messagesOfSql(isOfEventSql('m', 'batch.id'))}, gone AS (
       DELETE FROM events_default e USING batch WHERE e.workspace_id = batch.workspace_id AND e.id = batch.id
     )
     SELECT count(*)::int AS found FROM batch`,
    [keptSince(eventLifetime, now)],
  );
  return rows[0]?.found === rowsABatch;
}

/** Removes messages outside of partitions, whose events go with theirs, and those that a version left to a foreign key. */
async function dropMessages(_app: App, client: Queryable, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ found: number }>(
    `WITH batch AS MATERIALIZED (
       SELECT workspace_id, id FROM messages_default m WHERE id < $1 AND NOT ${isToldSql}
       ORDER BY id LIMIT ${rowsABatch} FOR UPDATE SKIP LOCKED
     ), ${messagesOfSql('m.id = batch.id')}
     SELECT count(*)::int AS found FROM batch`,
    [idAt(new Date(keptSince(eventLifetime, now).getTime() + 1))],
  );
  return rows[0]?.found === rowsABatch;
}

/** Files go with the outcome; this covers messages that became final in other ways, and those that are gone. */
async function dropAttachments(_app: App, client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query(
    `DELETE FROM attachments WHERE (workspace_id, message_id, position) IN (
       SELECT a.workspace_id, a.message_id, a.position
       FROM attachments a LEFT JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
       WHERE m.id IS NULL OR NOT ${stateIn('m.state', nonFinalStates)}
       LIMIT ${filesABatch} FOR UPDATE OF a SKIP LOCKED)`,
  );
  return rowCount === filesABatch;
}
