import type { Db } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { firstIdAbout } from '../retention/partitions/first-id-about.ts';

/**
 * Columns of a message that entries of its timeline come from, but for those of an attempt under way and of a wait,
 * which no stream shows (src/timeline/timeline-of.ts).
 */
const shown = ['state', 'send_at', 'moved_at', 'ended_at', 'bounce', 'reason', 'evidence'];

const marksOf = (further: string) => `
    SELECT m.id, m.workspace_id AS "workspaceId", concat_ws(' ', ROW(${shown.map((column) => `m.${column}`).join(', ')}),
      (SELECT count(*) FROM message_attempts a WHERE a.workspace_id = m.workspace_id AND a.message_id = m.id),
      (SELECT count(*) FROM message_reports r WHERE r.workspace_id = m.workspace_id AND r.message_id = m.id),
      (SELECT count(*) FROM message_replies p WHERE p.workspace_id = m.workspace_id AND p.message_id = m.id),
      (SELECT count(*) FROM message_opens o WHERE o.workspace_id = m.workspace_id AND o.message_id = m.id)${further}) AS mark`;

const webhooksOf = (workspace: string, message: string, from: string) => `(
       SELECT concat_ws(' ', count(*), max(h.delivered_at)) FROM webhooks h
       WHERE h.workspace_id = ${workspace} AND h.message_id = ${message} AND h.id >= ${from} AND h.delivered_at IS NOT NULL)`;

const ids = { i: rowsOf<string>({ id: ['text', (id) => id] }) };
const ofLive = (i: string) => `FROM ${i} JOIN messages m ON m.id = i.id
    JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id AND w.deleted_at IS NULL`;

const marks = statement({
  name: 'read-timeline-marks',
  alone: true,
  rows: ids,
  values: { from: 'text' },
  text: ({ i, from }) => `${marksOf(`, ${webhooksOf('m.workspace_id', 'm.id', from)}`)} ${ofLive(i)}`,
});

/** Of a cluster, whose webhooks are on the coordinator. */
const marksApart = statement({ rows: ids, text: ({ i }) => `${marksOf('')} ${ofLive(i)}` });

const webhookMarks = statement({
  rows: {
    i: rowsOf<Row>({ id: ['text', ({ id }) => id], workspace_id: ['text', ({ workspaceId }) => workspaceId] }),
  },
  values: { from: 'text' },
  text: ({ i, from }) => `SELECT i.id, ${webhooksOf('i.workspace_id', 'i.id', from)} AS mark FROM ${i}`,
});

interface Row {
  readonly id: string;
  readonly workspaceId: string;
  readonly mark: string;
}

/**
 * Returns a text for each message that changes whenever an entry that streams show is added to its timeline; none for a
 * missing one, nor for one of a deleted workspace.
 */
export async function readTimelineMarks(db: Db, messages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const from = firstIdAbout(messages);
  if (!db.isCluster()) {
    const { rows } = await db.pool.query<Row>(marks({ i: messages, from }));
    return new Map(rows.map(({ id, mark }) => [id, mark]));
  }
  const { rows } = await db.pool.query<Row>(marksApart({ i: messages }));
  if (rows.length === 0) return new Map();
  const found = new Map(rows.map(({ id, mark }) => [id, mark]));
  const told = await db.pool.query<Pick<Row, 'id' | 'mark'>>(webhookMarks({ i: rows, from }));
  return new Map(told.rows.map(({ id, mark }) => [id, `${found.get(id)} ${mark}`]));
}
