/** Removes the messages of an erased person, and notes those that have not ended. */

import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { statement } from '../db/rows.ts';
import { movedColumns, noteErasedSql } from '../figures/note-changes.ts';

const removalSql = (workspaceId: string, ids: string, isFree: string) => `
  WITH gone AS (
    DELETE FROM messages m
    WHERE m.workspace_id = ${workspaceId} AND m.id = ANY(${ids}) AND m.state <> 'sending' AND ${isFree}
    RETURNING ${movedColumns}
  ), noted AS (${noteErasedSql('gone')}
  )
  SELECT id FROM gone`;

const mails = { workspaceId: 'text', ids: 'text[]' } as const;

const removeUntold = statement({
  alone: true,
  values: mails,
  text: ({ workspaceId, ids }) =>
    removalSql(
      workspaceId,
      ids,
      `NOT EXISTS (SELECT FROM webhooks h WHERE h.workspace_id = ${workspaceId} AND h.message_id = m.id)`,
    ),
});
const removeNamed = statement({ values: mails, text: ({ workspaceId, ids }) => removalSql(workspaceId, ids, 'true') });

/**
 * Removes messages that no webhook tells of. The caller holds their locks, so no webhook is added: a cluster, which has them
 * on another machine, is asked for the webhooks first.
 */
export async function removeMails(
  { db }: App,
  client: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  if (!db.isCluster()) return idsOf((await client.query<{ id: string }>(removeUntold({ workspaceId, ids }))).rows);
  const { rows: told } = await client.query<{ id: string }>(
    'SELECT DISTINCT message_id AS id FROM webhooks WHERE workspace_id = $1 AND message_id = ANY($2)',
    [workspaceId, ids],
  );
  const held = new Set(idsOf(told));
  const free = ids.filter((id) => !held.has(id));
  if (free.length === 0) return [];
  return idsOf((await client.query<{ id: string }>(removeNamed({ workspaceId, ids: free }))).rows);
}
