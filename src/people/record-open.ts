import type { App } from '../context.ts';
import { formFor } from '../db/by-workspace.ts';
import { type Only, ofAny, statement } from '../db/rows.ts';
import { movedColumns, noteOpensSql } from '../figures/note-changes.ts';
import { newId } from '../ground/ids.ts';
import { readOpenPixel } from '../messages/sending/open-pixel-url.ts';
import { workspaceOfMessage } from '../messages/states/workspace-of-message.ts';
import { isMailProxy } from './mail-proxies.ts';

/**
 * Recorded opens of one message, at most: the link can be fetched any number of times
 * (docs/rules.md#what-one-mail-allows).
 */
const opensKept = 100;

const open = { id: 'text', openId: 'text', now: 'timestamptz', machine: 'boolean' } as const;

/** SQL after FROM: the message, whose contact has said yes, while there is room for an open; both are locked. */
const openedSql = (id: string, only: Only) => `
  messages m
  JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL
  JOIN contacts c ON c.workspace_id = m.workspace_id AND c.id = m.contact_id AND c.pixel_consent_at IS NOT NULL
  WHERE m.id = ${id} AND ${only('m.workspace_id')} AND ${only('c.workspace_id')}
    AND (SELECT count(*) FROM message_opens o
         WHERE o.workspace_id = m.workspace_id AND ${only('o.workspace_id')} AND o.message_id = m.id) < ${opensKept}
  FOR KEY SHARE OF m, c`;

const target = 'message_opens (workspace_id, message_id, id, at, machine)';

const recordAtOnce = statement({
  alone: true,
  values: open,
  text: (v) => `
    WITH open AS (
      INSERT INTO ${target}
      SELECT m.workspace_id, m.id, ${v.openId}, ${v.now}, ${v.machine}
      FROM ${openedSql(v.id, ofAny)}
      RETURNING workspace_id, message_id, at, machine
    ), first AS (
      -- Of two first opens at once, the later one waits for the row and then finds it opened.
      UPDATE messages m SET opened_at = open.at FROM open
      WHERE m.workspace_id = open.workspace_id AND m.id = open.message_id AND m.opened_at IS NULL AND NOT open.machine
      RETURNING ${movedColumns}
    )
    ${noteOpensSql('first')}`,
});

/** On a cluster, the same in steps. */
const lockOpened = statement({
  values: { id: 'text' },
  text: ({ id }, only) => `SELECT m.id FROM ${openedSql(id, only)}`,
});
const insertOpen = statement({
  values: { ...open, workspaceId: 'text' },
  text: (v) => `INSERT INTO ${target} VALUES (${v.workspaceId}, ${v.id}, ${v.openId}, ${v.now}, ${v.machine})`,
});
const noteFirst = statement({
  values: { id: 'text', now: 'timestamptz', workspaceId: 'text' },
  text: (v) => `
    WITH first AS (
      UPDATE messages m SET opened_at = ${v.now}
      WHERE m.workspace_id = ${v.workspaceId} AND m.id = ${v.id} AND m.opened_at IS NULL
      RETURNING ${movedColumns}
    )
    ${noteOpensSql('first')}`,
});

/**
 * Records the fetch of an open pixel if the contact's consent stands at this moment (docs/rules.md#open-tracking). For
 * a forged token, the database is not asked.
 */
export async function recordOpen(app: App, token: string, userAgent: string): Promise<void> {
  const id = readOpenPixel(app, token);
  if (id === null) return;
  const now = app.clock.now();
  const fetched = { id, openId: newId(now), now, machine: isMailProxy(userAgent) };
  if (!app.db.isCluster()) {
    await app.db.pool.query(recordAtOnce(fetched));
    return;
  }
  // All shards are asked outside of the transaction, which is then on one of them.
  const { rows } = await app.db.pool.query<{ readonly workspaceId: string }>(workspaceOfMessage({ id }));
  const [place] = rows;
  if (place === undefined) return;
  await app.db.transaction(async (client) => {
    const { rowCount } = await client.query(formFor(app.db, place.workspaceId)(lockOpened)({ id }));
    if (rowCount === 0) return;
    await client.query(insertOpen({ ...fetched, ...place }));
    if (!fetched.machine) await client.query(noteFirst({ id, now, ...place }));
  });
}
