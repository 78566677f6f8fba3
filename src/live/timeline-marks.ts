import type { Db } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { firstIdAbout } from '../retention/partitions/first-id-about.ts';

/**
 * Columns of a message that entries of its timeline come from, but for those of an attempt under way and of a wait,
 * which no stream shows (src/timeline/timeline-of.ts).
 */
const shown = ['state', 'send_at', 'moved_at', 'ended_at', 'bounce', 'reason', 'evidence'];

const marks = statement({
  name: 'read-timeline-marks',
  rows: { i: rowsOf<string>({ id: ['text', (id) => id] }) },
  values: { from: 'text' },
  text: ({ i, from }) => `
    SELECT m.id, concat_ws(' ', ROW(${shown.map((column) => `m.${column}`).join(', ')}),
      (SELECT count(*) FROM message_attempts a WHERE a.workspace_id = m.workspace_id AND a.message_id = m.id),
      (SELECT count(*) FROM message_reports r WHERE r.workspace_id = m.workspace_id AND r.message_id = m.id),
      (SELECT count(*) FROM message_replies p WHERE p.workspace_id = m.workspace_id AND p.message_id = m.id),
      (SELECT count(*) FROM message_opens o WHERE o.workspace_id = m.workspace_id AND o.message_id = m.id),
      (SELECT concat_ws(' ', count(*), max(h.delivered_at)) FROM webhooks h
       WHERE h.workspace_id = m.workspace_id AND h.message_id = m.id AND h.id >= ${from} AND h.delivered_at IS NOT NULL)) AS mark
    FROM ${i} JOIN messages m ON m.id = i.id
    JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL`,
});

/**
 * Returns a text for each message that changes whenever an entry that streams show is added to its timeline; none for a
 * missing one, nor for one of a deleted workspace.
 */
export async function readTimelineMarks(db: Db, messages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.pool.query<{ id: string; mark: string }>(
    marks({ i: messages, from: firstIdAbout(messages) }),
  );
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
