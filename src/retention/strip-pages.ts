/**
 * Content that goes page by page (docs/rules.md#content-retention). A row without its content is a new version of it. Where
 * the page of the row has room for that version, no index is written; else it is entered into each of them again. A page
 * that is full has room for few, and gets more once the old versions of a committed batch are cleared away, which whoever
 * reads the page next does. Rows of one time are in the same pages. So a window of time is stripped in several batches,
 * each of a part of its events that is spread over all pages: of few at first, and of more once the pages have room.
 */
import type { Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { statement } from '../db/rows.ts';
import { spannedSql, spanOfTimes, spanValues } from './span-of-times.ts';

/** Events of a window; events of one instant go together. */
export const eventsAWindow = 4_000;
/** So few events are stripped at once: there are not many pages full of them. */
const fewEvents = 200;
/**
 * Of so many events that follow each other, how many are stripped when a batch ends; the last one takes what is left. A page
 * is cleared when a tenth of it is free or less, so no batch takes more of its rows than that has room for.
 */
const cycle = 32;
const batchEnds: readonly number[] = [1, 2, 3, 5, 8, 11, 14, 17, 20, 23, 26, 29, cycle];
export const batchesAWindow = batchEnds.length;
/** The places of a cycle, each far from those before it: 0, 16, 8, 24, 4, … */
const places: readonly number[] = Array.from(
  { length: cycle },
  (_, n) => ((n & 1) << 4) | ((n & 2) << 2) | (n & 4) | ((n & 8) >> 2) | ((n & 16) >> 4),
);

/** A window that is begun. */
interface StripWindow {
  /** When its newest event was emitted. */
  readonly end: Date;
  /** Whether there may be further events behind it. */
  readonly isFull: boolean;
  /** Batches that are done. */
  readonly batches: number;
}

/** As the progress is stored. */
export const windowText = ({ end, isFull, batches }: StripWindow) =>
  `${batches} ${end.toISOString()} ${isFull ? 'full' : 'last'}`;

/** Null: none is begun. A version without windows writes no text. */
export function windowOf(text: string): StripWindow | null {
  const [, batches, end, kind] = /^(\d{1,2}) (\d{4}-\S{19}) (full|last)$/.exec(text) ?? [];
  if (batches === undefined || end === undefined) return null;
  return { end: new Date(end), isFull: kind === 'full', batches: Number(batches) };
}

const findEnds = statement({
  alone: true,
  values: { from: 'timestamptz', until: 'timestamptz', ...spanValues },
  text: ({ from, until, ...span }) => `
  SELECT end_of_few IS NOT NULL AS many, end_of_window AS end FROM (
    SELECT
      (SELECT created_at FROM events WHERE created_at > ${from} AND created_at <= ${until} AND ${spannedSql('id', span)}
       ORDER BY created_at OFFSET ${fewEvents} LIMIT 1) AS end_of_few,
      (SELECT created_at FROM events WHERE created_at > ${from} AND created_at <= ${until} AND ${spannedSql('id', span)}
       ORDER BY created_at OFFSET ${eventsAWindow - 1} LIMIT 1) AS end_of_window) ends`,
});

/** The window after `from`, which ends at `until` where it has fewer events; its last batch alone where they are few. */
export async function nextWindow(client: Queryable, from: Date, until: Date): Promise<StripWindow> {
  const { rows } = await client.query<{ many: boolean; end: Date | null }>(
    findEnds({ from, until, ...spanOfTimes(from, until) }),
  );
  const { many = false, end = null } = rows[0] ?? {};
  return { end: end ?? until, isFull: end !== null, batches: many ? 0 : batchEnds.length - 1 };
}

const stripPart = statement({
  alone: true,
  values: { from: 'timestamptz', end: 'timestamptz', places: 'int[]', ...spanValues },
  text: ({ from, end, places, ...span }) => `
  WITH found AS MATERIALIZED (
    SELECT workspace_id, id FROM (
      SELECT workspace_id, id, row_number() OVER (ORDER BY created_at, id) AS place
      FROM events WHERE created_at > ${from} AND created_at <= ${end} AND ${spannedSql('id', span)}) e
    WHERE place % ${cycle} = ANY(${places})
  ), batch AS MATERIALIZED (
    SELECT f.workspace_id, f.id, m.id AS message_id FROM found f
    LEFT JOIN messages m ON m.workspace_id = f.workspace_id AND ${isOfEventSql('m', 'f.id')}
      AND ${spannedSql('m.id', span)}
    WHERE m.send_at IS NULL
  ), payloads AS (
    UPDATE events e SET payload = NULL FROM batch b
    WHERE e.workspace_id = b.workspace_id AND e.id = b.id AND e.payload IS NOT NULL AND ${spannedSql('e.id', span)}
  ), contents AS (
    UPDATE messages m SET values = NULL FROM batch b
    WHERE m.workspace_id = b.workspace_id AND m.id = b.message_id AND m.values IS NOT NULL AND ${spannedSql('m.id', span)}
  ), attempts AS (
    UPDATE message_attempts a SET reply = NULL FROM batch b
    WHERE a.workspace_id = b.workspace_id AND a.message_id = b.message_id AND a.reply IS NOT NULL
      AND ${spannedSql('a.message_id', span)}
  )
  UPDATE message_reports r SET reply = NULL FROM batch b
  WHERE r.workspace_id = b.workspace_id AND r.message_id = b.message_id AND r.reply IS NOT NULL
    AND ${spannedSql('r.message_id', span)}`,
});

/** Strips the next part of a window that began after `from`; null once it is done. */
export async function stripNextPart(client: Queryable, from: Date, window: StripWindow): Promise<StripWindow | null> {
  const { end, batches } = window;
  const past = batchEnds[batches] ?? cycle;
  // Events that were removed meanwhile change the places of others: the last batch looks at all.
  const some = past === cycle ? places : places.slice(batchEnds[batches - 1] ?? 0, past);
  await client.query(stripPart({ from, end, places: some, ...spanOfTimes(from, end) }));
  return past === cycle ? null : { ...window, batches: batches + 1 };
}
