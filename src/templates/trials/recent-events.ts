/**
 * The latest events of a type (docs/rules.md#template-payloads). Their payloads have half a megabyte each, so the sizes
 * are read first, and the events are then read a few at a time (docs/rules.md#template-trial).
 */

import type { Ctx } from '../../context.ts';
import { readByIndexes } from '../../db/lists/walk.ts';
import { isOfEventSql } from '../../db/message-of-event-sql.ts';
import { isShownSql } from '../../messages/states/unkept-content-sql.ts';
import type { MessageValues } from '../fixed-content.ts';

/** Bytes of JSON that are read at once, unless a single event has more. */
const batchBytes = 1_048_576;
/** Latest events of the type among which payloads are looked for: those of deleted workspaces and of before have none. */
const eventsExamined = 2_000;

/** An event whose payload is still stored, before it is read. */
export interface RecentHead {
  readonly workspaceId: string;
  readonly id: string;
  /** The languages to look for, in order of preference. */
  readonly wanted: readonly (string | null)[];
  /** UTF-8 bytes of the JSON that reading it takes. */
  readonly bytes: number;
}

/** An emitted event, with the values that a mail of it would have today. */
export interface RecentEvent {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly wanted: RecentHead['wanted'];
  readonly timezone: string;
  /** The values stored with its message; null when the event has no message. */
  readonly values: MessageValues | null;
  readonly contact: {
    readonly email: string;
    readonly reference: string | null;
    readonly attributes: Readonly<Record<string, unknown>>;
  } | null;
  readonly workspaceName: string;
}

interface Row extends Omit<RecentEvent, 'wanted' | 'contact'> {
  readonly email: string | null;
  readonly reference: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
}

const joins = `
  JOIN workspaces w ON w.platform_id = e.platform_id AND w.id = e.workspace_id AND w.deleted_at IS NULL
  LEFT JOIN contacts c ON c.workspace_id = e.workspace_id AND c.id = e.contact_id
  LEFT JOIN messages m ON m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')}`;

/** Of events `$2` of the platform `$1`, the newest first; `$3` at most. */
const headsQuery = `
  SELECT e.workspace_id AS "workspaceId", e.id, ARRAY[c.locale, w.locale] AS wanted,
         octet_length(e.payload::text) + coalesce(octet_length(m.values::text), 0)
           + coalesce(octet_length(c.attributes::text), 0) AS bytes
  FROM (
    SELECT * FROM events WHERE platform_id = $1 AND event_type_id = $2 AND copy_of IS NULL ORDER BY id DESC LIMIT ${eventsExamined}) e
  ${joins}
  WHERE e.payload IS NOT NULL AND ${isShownSql('m')}
  ORDER BY e.id DESC
  LIMIT $3`;

/**
 * Returns the latest events of a type, over all workspaces, the newest first, as many as have at most `bytesMax` bytes
 * together; and how many of the latest `count` that leaves out.
 */
export async function recentHeads(
  ctx: Ctx,
  eventTypeId: string,
  { count, bytesMax }: { readonly count: number; readonly bytesMax: number },
): Promise<{ readonly heads: readonly RecentHead[]; readonly leftOut: number }> {
  const { rows } = await readByIndexes(ctx.app.db, (client) =>
    client.query<Omit<RecentHead, 'wanted'> & { wanted: (string | null)[] }>(headsQuery, [
      ctx.platformId,
      eventTypeId,
      count,
    ]),
  );
  let left = bytesMax;
  const heads: RecentHead[] = [];
  for (const head of rows) {
    left -= head.bytes;
    if (left < 0) break;
    heads.push(head);
  }
  return { heads, leftOut: rows.length - heads.length };
}

/** Divides events into lists that may be read at once. */
export function* readableBatches(heads: readonly RecentHead[]): Generator<readonly RecentHead[]> {
  let batch: RecentHead[] = [];
  let bytes = 0;
  for (const head of heads) {
    if (batch.length > 0 && bytes + head.bytes > batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(head);
    bytes += head.bytes;
  }
  if (batch.length > 0) yield batch;
}

const eventsQuery = `
  SELECT e.id, e.payload, m.values, w.name AS "workspaceName", w.timezone, c.email, c.reference, c.attributes
  FROM unnest($2::text[], $3::text[]) AS wanted (workspace_id, id)
  JOIN events e ON e.workspace_id = wanted.workspace_id AND e.id = wanted.id ${joins}
  WHERE e.platform_id = $1 AND e.payload IS NOT NULL AND ${isShownSql('m')}`;

/** Reads events in the order of `heads`; an event that an erasure has emptied meanwhile is missing. */
export async function readEvents(ctx: Ctx, heads: readonly RecentHead[]): Promise<readonly RecentEvent[]> {
  const { rows } = await readByIndexes(ctx.app.db, (client) =>
    client.query<Row>(eventsQuery, [
      ctx.platformId,
      heads.map(({ workspaceId }) => workspaceId),
      heads.map(({ id }) => id),
    ]),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return heads.flatMap(({ id, wanted }) => {
    const row = found.get(id);
    if (!row) return [];
    const { email, reference, attributes, ...event } = row;
    return [{ ...event, wanted, contact: email === null ? null : { email, reference, attributes: attributes ?? {} } }];
  });
}
