/**
 * Removes rows after their lifetime (docs/rules.md#retention, lifetimes.ts). A purge is one bounded batch in one short
 * transaction that locks only its own rows and skips rows locked by others; the next sweep continues.
 */
import type { App } from '../context.ts';
import { inWorkspaces } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { statement } from '../db/rows.ts';
import { idAt } from '../ground/ids.ts';
import { nonFinalStates, stateIn } from '../messages/states/message-states.ts';
import { dropEvents, dropMessages } from './drop-events.ts';
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
import { removeCopies } from './remove-copies.ts';
import { removeById, removeOldFigures, removePassed, rowsABatch } from './remove-passed.ts';
import { stripContent, stripLaterContent } from './strip-content.ts';
import { stripReplies } from './strip-replies.ts';
import { stripShortContent } from './strip-short-content.ts';

/** Files are large. */
const filesABatch = 20;

/** Returns whether more rows may be removed at once. */
export type Purge = (app: App, client: Queryable, now: Date) => Promise<boolean>;

/** Those without a workspace in their key. */
const removals = {
  // Those outside of the partitions that the service made, which it drops as a whole (docs/partitions.md). Redelivered
  // webhooks that are still tried are removed after their last attempt.
  webhooks: removal('webhooks_default', 'platform_id, id', "created_at <= $1 AND state <> 'pending'"),
  refused: removal('refused_emits', 'platform_id, id', 'created_at <= $1'),
  sessions: removal('console_sessions', 'token_hash', 'expires_at <= $1'),
  paces: removal('exchanger_paces', 'source, provider', 'updated_at <= $1'),
};

const removeAudit = removalById('audit_entries_default', 'id', 'id');

export const purges: readonly Purge[] = [
  dropAudit,
  removingOf('keys', keyLifetime),
  removing('webhooks', webhookLifetime),
  dropEvents,
  dropMessages,
  removingById('attempts', eventLifetime),
  removingById('reports', eventLifetime),
  removingById('opens', eventLifetime),
  removingById('replies', eventLifetime),
  removingOf('rates', emitCountLifetime),
  removingOf('resends', eventLifetime),
  removingOf('lifts', eventLifetime),
  removingOf('former', eventLifetime),
  removingCopies('redeliveries', webhookLifetime),
  removing('refused', refusedEmitLifetime),
  ({ db }, client, now) => removeOldFigures(db, client, keptSince(figureLifetime, now)),
  removingOf('healthChanges', figureLifetime),
  removing('sessions', 0),
  removing('paces', paceLifetime),
  removingCopies('files', 0),
  removingOf('imports', importLifetime),
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

async function dropAudit(_app: App, client: Queryable, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(removeAudit, [idAt(keptSince(auditLifetime, now))]);
  return rowCount === rowsABatch;
}

function removingOf(rows: Parameters<typeof removePassed>[2], lifetime: number): Purge {
  return ({ db }, client, now) => removePassed(db, client, rows, keptSince(lifetime, now));
}

function removingById(rows: Parameters<typeof removeById>[2], lifetime: number): Purge {
  return ({ db }, client, now) => removeById(db, client, rows, idAt(keptSince(lifetime, now)));
}

function removingCopies(rows: Parameters<typeof removeCopies>[2], lifetime: number): Purge {
  return ({ db }, client, now) => removeCopies(db, client, rows, keptSince(lifetime, now));
}

const isLeftSql = `m.id IS NULL OR NOT ${stateIn('m.state', nonFinalStates)}`;

const removeAttachments = statement({
  name: 'remove-left-attachments',
  text: (_, only) => `
    DELETE FROM attachments WHERE (workspace_id, message_id, position) IN (
      SELECT a.workspace_id, a.message_id, a.position
      FROM attachments a
      LEFT JOIN messages m ON m.workspace_id = a.workspace_id AND ${only('m.workspace_id')} AND m.id = a.message_id
      WHERE (${isLeftSql}) AND ${only('a.workspace_id')}
      LIMIT ${filesABatch} FOR UPDATE OF a SKIP LOCKED) AND ${only('workspace_id')}
    RETURNING 1 AS gone`,
});

const findAttachments = statement({
  text: () => `
    SELECT a.workspace_id AS "workspaceId"
    FROM attachments a LEFT JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
    WHERE ${isLeftSql} LIMIT ${filesABatch}`,
});

/** Files go with the outcome; this covers messages that became final in other ways, and those that are gone. */
async function dropAttachments({ db }: App, client: Queryable): Promise<boolean> {
  const extent = { find: findAttachments({}), rows: filesABatch };
  const gone = await inWorkspaces(db, client, extent, async (form) => {
    return (await client.query(form(removeAttachments)({}))).rows;
  });
  return gone.length >= filesABatch;
}
