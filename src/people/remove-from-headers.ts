/** Takes the address of an erased person out of the headers of mails of which they had a copy (docs/rules.md#erasure-of-copies). */

import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { rowsOf, statement } from '../db/rows.ts';

/** An event to erase. */
interface ErasedEvent {
  readonly id: string;
  readonly addressHash: Buffer;
  /** The event whose mail goes to the address as a copy; null: it is no copy. */
  readonly copyOf: string | null;
}

interface HeaderRow {
  readonly id: string;
  readonly copyOf: string;
  readonly cc: readonly (string | null)[];
}

interface NewHeader {
  readonly id: string;
  readonly cc: readonly (string | null)[];
}

/** The messages of the mails, and those that send them again. */
const mailsSql = ({ workspaceId, eventIds }: Readonly<Record<'workspaceId' | 'eventIds', string>>) => `
    WITH RECURSIVE mails AS (
      SELECT m.id, coalesce(e.copy_of, e.id) AS copy_of FROM events e
      JOIN messages m ON m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')}
      WHERE e.workspace_id = ${workspaceId} AND (e.id = ANY(${eventIds}) OR e.copy_of = ANY(${eventIds}))
      UNION
      SELECT r.message_id, mails.copy_of FROM mails
      JOIN message_resends r ON r.workspace_id = ${workspaceId} AND r.original_id = mails.id
    )`;

const values = { workspaceId: 'text', eventIds: 'text[]' } as const;

const lockMessages = statement({
  values,
  text: (v) => `${mailsSql(v)}
    SELECT m.id FROM messages m WHERE m.workspace_id = ${v.workspaceId} AND m.id IN (SELECT id FROM mails)
    ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED`,
});

const readHeaders = statement({
  values,
  text: (v) => `${mailsSql(v)}
    SELECT m.id, mails.copy_of AS "copyOf", m.values #> '{mail,copied,cc}' AS cc
    FROM mails JOIN messages m ON m.workspace_id = ${v.workspaceId} AND m.id = mails.id
    WHERE m.values #> '{mail,copied,cc}' IS NOT NULL`,
});

const writeHeaders = statement({
  rows: {
    i: rowsOf<NewHeader>({ id: ['text', ({ id }) => id], cc: ['jsonb', ({ cc }) => JSON.stringify(cc)] }),
  },
  values: { workspaceId: 'text' },
  text: ({ i, workspaceId }) => `
    UPDATE messages m SET values = jsonb_set(m.values, '{mail,copied,cc}', i.cc)
    FROM ${i} WHERE m.workspace_id = ${workspaceId} AND m.id = i.id AND m.values IS NOT NULL`,
});

/**
 * Returns the events that may be erased now: where another transaction holds a message of the mail, its copy is left for
 * a later search, since the address would stay in that header.
 */
export async function removeFromHeaders<Event extends ErasedEvent>(
  { secrets }: App,
  client: Queryable,
  workspaceId: string,
  events: readonly Event[],
): Promise<readonly Event[]> {
  const copies = events.filter(({ copyOf }) => copyOf !== null);
  if (copies.length === 0) return events;
  const eventIds = [...new Set(copies.flatMap(({ copyOf }) => copyOf ?? []))];
  const { rows: locked } = await client.query<{ id: string }>(lockMessages({ workspaceId, eventIds }));
  // A statement of its own, which sees what earlier holders of the locks have written.
  const { rows } = await client.query<HeaderRow>(readHeaders({ workspaceId, eventIds }));
  const lockedIds = new Set(locked.map(({ id }) => id));
  const erased = Map.groupBy(copies, ({ copyOf }) => copyOf ?? '');
  const changed: NewHeader[] = [];
  const held = new Set<string>();
  for (const { id, copyOf, cc } of rows) {
    const hashes = new Set((erased.get(copyOf) ?? []).map(({ addressHash }) => addressHash.toString('hex')));
    const isTheirs = (address: string | null) =>
      address !== null && hashes.has(secrets.addressHash(address).toString('hex'));
    if (!cc.some(isTheirs)) continue;
    if (lockedIds.has(id)) changed.push({ id, cc: cc.map((address) => (isTheirs(address) ? null : address)) });
    else held.add(copyOf);
  }
  if (changed.length > 0) await client.query(writeHeaders({ i: changed, workspaceId }));
  return events.filter(({ copyOf }) => copyOf === null || !held.has(copyOf));
}
