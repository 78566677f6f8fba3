/** Indexes that find the messages of one filter, in any order. They exist for other work than lists. */

import type { MessageState } from '../../../prisma/generated/client.ts';
import { ofAddress, periodsSql } from '../../db/address-key.ts';
import { keysOfRange } from '../../db/lists/keys-of-range.ts';
import { textBelow } from '../../db/lists/text-range.ts';
import { type Bind, type ComparedColumn, type IndexColumn, rowsOfIndex, type Sql } from '../../db/lists/walk.ts';
import { ofInstantSql } from '../../db/message-of-event-sql.ts';
import { hasPairsSql } from '../../db/metadata-key.ts';
import { apart, scheduledSql } from '../states/message-states.ts';

/** Where messages are looked for. */
export interface IndexedPlace {
  readonly platformId: string;
  /** Null: the whole platform, whose workspaces are too many to be read one by one. */
  readonly workspaceIds: readonly string[] | null;
  /** SQL of the columns that are read. */
  readonly found: string;
  /** Rows that are read of each workspace, at most. */
  readonly most: number;
}

/** Returns SQL of the messages with `value`; null where there is no index for it. */
export type FindByIndex = (value: never, place: IndexedPlace) => Sql | null;

const from = 'messages c';

/** Keys of the last days; with the copies of the mail (docs/rules.md#copies), whose rows have the key of its emit. */
export function indexOfKey(key: string, { workspaceIds, found, most }: IndexedPlace): Sql | null {
  if (workspaceIds === null) return null;
  const prefix = [workspaceOf('k'), { column: 'k.key', value: key }];
  const index = { table: 'idempotency_keys', alias: 'k', prefix };
  return (bind) => ofKeys(ofEach({ workspaceIds, most }, index, { rows: 'k.event_id', bind }), { found, most }, bind);
}

/** Keys of the last days that begin with a text, and some beside them. */
export function indexOfKeyStart(start: string, { workspaceIds, found, most }: IndexedPlace): Sql | null {
  if (workspaceIds === null || textBelow(start) === null) return null;
  return (bind) => ofKeys(keysOfRange(workspaceIds, { start, most }, bind), { found, most }, bind);
}

const copies = {
  from: 'events o',
  prefix: [{ column: 'o.copy_of', sql: 'k.event_id' }],
  only: 'o.copy_of IS NOT NULL',
};

/** The messages of found keys `k` of workspaces `w`, with their copies. */
function ofKeys(keys: string, { found, most }: Pick<IndexedPlace, 'found' | 'most'>, bind: Bind): string {
  return `SELECT c.* FROM ${keys}
     CROSS JOIN LATERAL (
       SELECT k.event_id AS id UNION ALL (${rowsOfIndex(copies, 'o.id', bind)} LIMIT ${bind(most)})) e
     ${ofEvent({ event: 'e.id', workspace: 'w.id', found }, bind)}`;
}

export function indexOfContact(contactId: string, { workspaceIds, ...place }: IndexedPlace): Sql | null {
  if (workspaceIds === null) return null;
  const prefix = [workspaceOf('e'), { column: 'e.contact_id', value: contactId }];
  return (bind) => ofEvents({ ...place, workspaceIds }, { prefix }, bind);
}

export function indexOfAddress(addressHash: Uint8Array, { workspaceIds, ...place }: IndexedPlace): Sql | null {
  if (workspaceIds === null) return null;
  return (bind) => {
    const { prefix, only } = ofAddress('e', 'p.number', 'w.id', `${bind(addressHash)}::bytea`);
    const mails = { column: 'e.mails', value: 'true', type: 'boolean' };
    const part = { prefix: [...prefix, mails], only, places: `CROSS JOIN ${periodsSql('p')}` };
    return ofEvents({ ...place, workspaceIds }, part, bind);
  };
}

/** The index has no order: `gather` reads it by bitmaps. */
export function indexOfMetadata(pairs: Readonly<Record<string, unknown>>, place: IndexedPlace): Sql | null {
  const { workspaceIds, found, most } = place;
  if (workspaceIds === null) return null;
  return (bind) =>
    `SELECT c.* FROM unnest(${bind(workspaceIds)}::text[]) w (id) CROSS JOIN ${periodsSql('p')}
      CROSS JOIN LATERAL (
        SELECT e.id FROM events e WHERE ${hasPairsSql('e', 'p.number', 'w.id', `${bind(JSON.stringify(pairs))}::jsonb`)}
        LIMIT ${bind(most)}) e
      ${ofEvent({ event: 'e.id', workspace: 'w.id', found }, bind)}`;
}

/** Mail that waits or leaves later, in a workspace; all mail under way, or waiting for a report. */
export function indexOfState(state: MessageState, { workspaceIds, found, most }: IndexedPlace): Sql | null {
  if ((state === 'queued' || state === 'scheduled') && workspaceIds !== null) {
    const only = state === 'queued' ? "c.state = 'queued'" : scheduledSql('c.state');
    const index = { table: 'messages', alias: 'c', prefix: [workspaceOf('c')], only };
    return (bind) =>
      `SELECT c.* FROM ${ofEach({ workspaceIds, most }, index, { rows: found, bind, further: ['c.due_at'] })}`;
  }
  if (state === 'sending') {
    return (bind) =>
      rowsOfIndex({ from, prefix: [], only: apart("c.state = 'sending'") }, found, bind, ['c.lease_until']);
  }
  if (state === 'sent') {
    return (bind) => rowsOfIndex({ from, prefix: [], only: apart("c.state = 'sent'") }, found, bind, ['c.ended_at']);
  }
  return null;
}

export function indexOfType(eventTypeId: string, { platformId, found, most }: IndexedPlace): Sql {
  const ofType = {
    from: 'events e',
    prefix: [
      { column: 'e.platform_id', value: platformId },
      { column: 'e.event_type_id', value: eventTypeId },
    ],
  };
  return (
    bind,
  ) => `SELECT c.* FROM (${rowsOfIndex(ofType, 'e.id, e.workspace_id', bind, ['e.id'])} LIMIT ${bind(most)}) e
    ${ofEvent({ event: 'e.id', workspace: 'e.workspace_id', found }, bind)}`;
}

interface Part {
  readonly table: string;
  readonly alias: string;
  readonly prefix: readonly (IndexColumn | ComparedColumn)[];
  readonly only?: string;
  /** SQL: joins of what `prefix` is compared with, beside the workspaces. */
  readonly places?: string;
}

interface Workspaces {
  readonly workspaceIds: readonly string[];
  readonly most: number;
}

const workspaceOf = (alias: string) => ({ column: `${alias}.workspace_id`, sql: 'w.id' });

/** The rows of an index in each workspace `w.id`. */
function ofEach(
  { workspaceIds, most }: Workspaces,
  index: Part,
  { rows, bind, further = [] }: { readonly rows: string; readonly bind: Bind; readonly further?: readonly string[] },
): string {
  const part = { ...index, from: `${index.table} ${index.alias}` };
  const limited = `${rowsOfIndex(part, rows, bind, further)} LIMIT ${bind(most)}`;
  return `unnest(${bind(workspaceIds)}::text[]) w (id) ${index.places ?? ''}
        CROSS JOIN LATERAL (${limited}) ${index.alias}`;
}

/** The message of an event. An event without one counts as a candidate, so that the candidates are known to be all. */
function ofEvent(
  { event, workspace, found }: { readonly event: string; readonly workspace: string; readonly found: string },
  bind: Bind,
): string {
  const prefix = [
    { column: 'c.workspace_id', sql: workspace },
    { column: 'c.event_id', sql: event },
  ];
  // OFFSET 0: a look-up, no join (`isInIndex` of walk.ts).
  return `LEFT JOIN LATERAL (${rowsOfIndex({ from, prefix, only: ofInstantSql('c', event) }, found, bind)} OFFSET 0) c ON true`;
}

/** The messages of the events that an index finds. */
function ofEvents(
  { found, ...workspaces }: Workspaces & Pick<IndexedPlace, 'found'>,
  part: Omit<Part, 'table' | 'alias'>,
  bind: Bind,
): string {
  const index = { table: 'events', alias: 'e', ...part };
  return `SELECT c.* FROM ${ofEach(workspaces, index, { rows: 'e.id', bind })}
    ${ofEvent({ event: 'e.id', workspace: 'w.id', found }, bind)}`;
}
