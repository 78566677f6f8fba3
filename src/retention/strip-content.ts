import type { App } from '../context.ts';
import { ofEachWorkspace } from '../db/by-workspace.ts';
import type { Db, Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { apart } from '../messages/states/message-states.ts';
import { sendAtMost } from '../messages/states/send-at.ts';
import { contentLifetime, keptSince } from './lifetimes.ts';
import { spannedSql, spanOfInstants, spanOfTimes, spanValues } from './span-of-times.ts';
import { nextWindow, stripNextPart, windowOf, windowText } from './strip-pages.ts';

/** SQL: whether the message `m` leaves later than its emit, or did; in the form of its index. */
export const sentLaterSql = (m: string) => apart(`${m}.send_at IS NOT NULL`);

/** Events that one batch strips at once, at most; on a cluster events of one instant go together. */
const rowsABatch = 200;
const epoch = new Date(0);
/** The names under which the purges store their progress. */
const marks = { byEmit: 'content', bySendAt: 'later content' } as const;
type Mark = (typeof marks)[keyof typeof marks];

/**
 * Removes payloads, values and replies after the configured days (docs/rules.md#content-retention). The rows stay with
 * their address, because a late complaint must find its recipient. The progress is stored, so that stripped rows are
 * never read again; while a window is being stripped, so is that.
 */
export async function stripContent(app: App, client: Queryable, now: Date): Promise<boolean> {
  const contentUntil = keptSince(contentLifetime(app.config), now);
  const { until: from, id } = await doneSoFar(client, marks.byEmit);
  if (from >= contentUntil) return false;
  if (app.db.isCluster()) {
    const { found, last } = await stripApart(app.db, client, from, contentUntil);
    const isFull = found >= rowsABatch && last !== null;
    await noteDone(client, marks.byEmit, { until: isFull ? last : contentUntil, id: '' });
    return isFull;
  }
  const begun = windowOf(id);
  // Content may be kept for longer since.
  const window = begun !== null && begun.end <= contentUntil ? begun : await nextWindow(client, from, contentUntil);
  const rest = await stripNextPart(client, from, window);
  await noteDone(client, marks.byEmit, rest ? { until: from, id: windowText(rest) } : { until: window.end, id: '' });
  return rest !== null || window.isFull;
}

/**
 * The same for mail that left later than its emit: its days begin when it was to leave (docs/rules.md#send-later), or when
 * it ended before, cancelled. Any number may leave at one time, so the progress is within it.
 */
export async function stripLaterContent(app: App, client: Queryable, now: Date): Promise<boolean> {
  const contentUntil = keptSince(contentLifetime(app.config), now);
  const from = await doneSoFar(client, marks.bySendAt);
  if (from.until > contentUntil) return false;
  const between = { from: from.until, id: from.id, until: contentUntil, ...spanOfLater(from.until, contentUntil) };
  const { rows: found } = await client.query<Later>(findLater(between));
  const old = found.map(({ workspaceId, eventId }) => ({ workspaceId, id: eventId }));
  await stripAll(app.db, client, old, true);
  const last = found.at(-1);
  const isFull = found.length === rowsABatch && last !== undefined;
  await noteDone(client, marks.bySendAt, isFull ? { until: last.begun, id: last.id } : { until: contentUntil, id: '' });
  return isFull;
}

/** As the index has it; NULL is no time. */
const begun = 'least(m.send_at, m.ended_at)';

/** Of mail whose days begin between these times: it leaves at most 30 days after its emit (docs/rules.md#send-later). */
function spanOfLater(from: Date, until: Date) {
  return spanOfTimes(new Date(from.getTime() - sendAtMost), until);
}

const findLater = statement({
  values: { from: 'timestamptz', id: 'text', until: 'timestamptz', ...spanValues },
  text: ({ from, id, until, ...span }) => `
  SELECT m.workspace_id AS "workspaceId", m.event_id AS "eventId", ${begun} AS begun, m.id FROM messages m
  WHERE ${sentLaterSql('m')} AND ${begun} >= ${from} AND (${begun}, m.id) > (${from}, ${id}) AND ${begun} <= ${until}
    AND ${spannedSql('m.id', span)}
  ORDER BY ${begun}, m.id LIMIT ${rowsABatch}`,
});

/** A message that left later. */
interface Later {
  readonly workspaceId: string;
  readonly eventId: string;
  readonly begun: Date;
  readonly id: string;
}

/** An event whose content goes. */
interface Old {
  readonly workspaceId: string;
  readonly id: string;
}

/** `later`: mail that left later is among them. */
const stripNamed = statement({
  rows: { i: rowsOf<Old>({ workspace_id: ['text', ({ workspaceId }) => workspaceId], id: ['text', ({ id }) => id] }) },
  values: { later: 'boolean', ...spanValues },
  text: ({ i, later, ...span }, only) => {
    const ofBatch = (m: string) =>
      `${m}.workspace_id = batch.workspace_id AND ${only(`${m}.workspace_id`)} AND ${isOfEventSql(m, 'batch.id')} AND ${spannedSql(`${m}.id`, span)}`;
    return `
  WITH batch AS MATERIALIZED (
    SELECT i.workspace_id, i.id FROM ${i}
    LEFT JOIN messages m ON m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND ${isOfEventSql('m', 'i.id')}
      AND ${spannedSql('m.id', span)} AND m.send_at IS NOT NULL
    WHERE m.id IS NULL OR ${later}
  ), payloads AS (
    UPDATE events e SET payload = NULL FROM batch
    WHERE e.workspace_id = batch.workspace_id AND ${only('e.workspace_id')} AND e.id = batch.id AND ${spannedSql('e.id', span)}
  ), attempts AS (
    UPDATE message_attempts a SET reply = NULL FROM batch JOIN messages m ON ${ofBatch('m')}
    WHERE a.workspace_id = m.workspace_id AND ${only('a.workspace_id')} AND a.message_id = m.id
      AND ${spannedSql('a.message_id', span)}
  ), reports AS (
    UPDATE message_reports r SET reply = NULL FROM batch JOIN messages m ON ${ofBatch('m')}
    WHERE r.workspace_id = m.workspace_id AND ${only('r.workspace_id')} AND r.message_id = m.id
      AND ${spannedSql('r.message_id', span)}
  ), contents AS (
    UPDATE messages m SET values = NULL FROM batch WHERE ${ofBatch('m')}
  )
  SELECT count(*)::int AS found FROM batch`;
  },
});

const findTimes = statement({
  values: { from: 'timestamptz', until: 'timestamptz', ...spanValues },
  text: ({ from, until, ...span }) => `
  SELECT created_at AS at FROM events
  WHERE created_at > ${from} AND created_at <= ${until} AND ${spannedSql('id', span)}
  ORDER BY created_at LIMIT ${rowsABatch}`,
});
const findOld = statement({
  values: { from: 'timestamptz', until: 'timestamptz', ...spanValues },
  text: ({ from, until, ...span }) => `
  SELECT workspace_id AS "workspaceId", id FROM events
  WHERE created_at > ${from} AND created_at <= ${until} AND ${spannedSql('id', span)}`,
});

async function stripAll(db: Db, client: Queryable, old: readonly Old[], later: boolean): Promise<void> {
  const workspaceOf = ({ workspaceId }: Old) => workspaceId;
  await ofEachWorkspace(db, old, workspaceOf, async (some, form) => {
    const input = { i: some, later, ...spanOfInstants(some.map(({ id }) => id)) };
    return (await client.query(form(stripNamed)(input))).rows;
  });
}

/** On a cluster what is found over all shards is stripped workspace by workspace. */
async function stripApart(db: Db, client: Queryable, from: Date, until: Date) {
  const { rows: times } = await client.query<{ at: Date }>(findTimes({ from, until, ...spanOfTimes(from, until) }));
  const last = times.at(-1)?.at ?? null;
  if (last === null) return { found: 0, last };
  const { rows } = await client.query<Old>(findOld({ from, until: last, ...spanOfTimes(from, last) }));
  await stripAll(db, client, rows, false);
  return { found: rows.length, last };
}

interface Done {
  readonly until: Date;
  /** Of the rows of that time, those up to this id. */
  readonly id: string;
}

async function doneSoFar(client: Queryable, mark: Mark): Promise<Done> {
  const { rows } = await client.query<Done>(
    'SELECT done_until AS until, done_id AS id FROM retention_marks WHERE purge = $1',
    [mark],
  );
  return rows[0] ?? { until: epoch, id: '' };
}

async function noteDone(client: Queryable, mark: Mark, { until, id }: Done): Promise<void> {
  await client.query(
    `INSERT INTO retention_marks (purge, done_until, done_id) VALUES ($1, $2, $3)
     ON CONFLICT (purge) DO UPDATE SET done_until = excluded.done_until, done_id = excluded.done_id`,
    [mark, until, id],
  );
}
