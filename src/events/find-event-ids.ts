import { ofAddress, periodsSql } from '../db/address-key.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { filterColumns, filterSql } from '../db/lists/filter-sql.ts';
import { areFrequent } from '../db/lists/frequent-pairs.ts';
import { keysOfRange } from '../db/lists/keys-of-range.ts';
import { type ListWork, listWork, withLookups } from '../db/lists/list-work.ts';
import { mergeWalks } from '../db/lists/merge-walks.ts';
import { textBelow } from '../db/lists/text-range.ts';
import {
  allOf,
  type Bind,
  type FoundIds,
  gather,
  type IndexPart,
  rowsOfIndex,
  type Sql,
  type WalkedIndex,
  walk,
} from '../db/lists/walk.ts';
import { hasPairsSql } from '../db/metadata-key.ts';
import type { Keyset } from '../ground/lists/keyset.ts';
import { findByKey } from '../messages/list/find-by-key.ts';
import { isOfLiveWorkspace } from '../tenant/is-of-live-workspace.ts';
import { eventFilters, type WantedEvent } from './event-filters.ts';

export interface EventQuestion extends WantedEvent {
  readonly platformId: string;
  /** The workspace whose events are listed; null: all live ones of the platform. */
  readonly workspaceId: string | null;
  /** The same as a list; null where these are too many to be read one by one. */
  readonly workspaceIds: readonly string[] | null;
  /** The types that the filters leave; without one all of the platform, deleted ones too. For a list of the whole platform alone. */
  readonly eventTypeIds: readonly string[];
  readonly now: Date;
  readonly page: Keyset;
  readonly work?: ListWork;
}

/** The rows of a copy are no emit (docs/rules.md#copies). */
const isEmit = 'c.copy_of IS NULL';

const columns = ['c.platform_id', 'c.workspace_id', 'c.copy_of', ...filterColumns(eventFilters)];

/**
 * Returns the ids of a page of events (docs/rules.md#list-work). The client reads by indexes.
 *
 * The events of a type on the whole platform have an index in the order of the list, and so have the events of each
 * workspace (docs/rules.md#lists-over-workspaces). The events of an address, of a contact and of a key of the last days
 * are found by other indexes.
 */
export async function findEventIds(client: Queryable, question: EventQuestion): Promise<FoundIds> {
  const { page, work = listWork } = question;
  if (question.idempotencyKey !== null || question.keyStart !== null) return byKey(client, question);
  const candidates = candidatesOf(question);
  const { workspaceIds, metadata } = question;
  const byText = isByBitmap(question);
  const isFrequent =
    byText && workspaceIds !== null && metadata !== null && (await areFrequent(client, workspaceIds, metadata));
  const known =
    candidates &&
    !isFrequent &&
    (await gather(client, {
      page,
      candidates,
      byText,
      keep: keepOf(question),
      rows: work.candidates,
    }));
  return known || walkAll(client, question);
}

/** As for messages: keys of the last days have an index, older events of a key are searched for. */
function byKey(client: Queryable, question: EventQuestion): Promise<FoundIds> {
  const { page, work = listWork, now } = question;
  const walked = (part: Keyset) => walkAll(client, { ...question, page: part });
  const candidates = candidatesOf(question);
  const kept = async (part: Keyset) => {
    const gathering = { page: part, keep: keepOf(question), rows: work.candidates };
    return (candidates && (await gather(client, { ...gathering, candidates }))) ?? walked(part);
  };
  return findByKey(page, now, { kept, older: walked });
}

/** Walks the events of one workspace, or those of the platform type by type, in the order of the list. */
function walkAll(client: Queryable, question: EventQuestion): Promise<FoundIds> {
  const { platformId, workspaceId, eventTypeId, page, work = listWork } = question;
  if (workspaceId !== null) {
    const filters = filterSql(eventFilters, question);
    if (filters.length === 0) return walk(client, eventIndex(workspaceId), { page, rows: page.take });
    return walk(client, eventIndex(workspaceId), { page, keep: allOf(filters), rows: work.further });
  }
  const keep = allOf([
    isOfLiveWorkspace(platformId),
    ...filterSql(eventFilters, { ...question, eventTypeId: null, oneOfTypes: null }),
  ]);
  const rows = withLookups(work).further;
  if (eventTypeId !== null) return walk(client, typeIndex(platformId, { value: eventTypeId }), { page, keep, rows });
  const index = (part: string) => typeIndex(platformId, { sql: part });
  return mergeWalks(client, { parts: question.eventTypeIds, index, page, keep, rows });
}

/** The events of one workspace. */
export function eventIndex(workspaceId: string): WalkedIndex {
  const prefix = [{ column: 'c.workspace_id', value: workspaceId }];
  return { from: 'events c', alias: 'c', prefix, only: isEmit, key: 'c.id', columns };
}

/** The events of a type on the whole platform. */
function typeIndex(platformId: string, type: { readonly sql: string } | { readonly value: string }): WalkedIndex {
  const prefix = [
    { column: 'c.platform_id', value: platformId },
    { column: 'c.event_type_id', ...type },
  ];
  return { from: 'events c', alias: 'c', prefix, only: isEmit, key: 'c.id', columns };
}

/** The events of the key, contact or address, or of the type where one workspace is asked; null without an index. */
function candidatesOf(question: EventQuestion): Sql | null {
  const { platformId, workspaceId, workspaceIds, eventTypeId, addressHash, contactId, idempotencyKey } = question;
  const { keyStart, metadata, work } = question;
  const most = (work ?? listWork).candidates + 1;
  const found = ['c.id', ...columns].join(', ');
  const ofEach =
    (part: (bind: Bind) => Omit<IndexPart, 'from'>, places = ''): Sql =>
    (bind) =>
      `SELECT c.* FROM unnest(${bind(workspaceIds)}::text[]) w (id) ${places}
      CROSS JOIN LATERAL (${rowsOfIndex({ from: 'events c', ...part(bind) }, found, bind)} LIMIT ${bind(most)}) c`;
  if (workspaceIds !== null) {
    if (isByBitmap(question)) return ofPairs(workspaceIds, metadata, { found, most });
    if (idempotencyKey !== null) return ofKey(workspaceIds, idempotencyKey, found);
    if (contactId !== null) {
      const workspace = { column: 'c.workspace_id', sql: 'w.id' };
      return ofEach(() => ({ prefix: [workspace, { column: 'c.contact_id', value: contactId }] }));
    }
    if (addressHash !== null) {
      const part = (bind: Bind) => ofAddress('c', 'p.number', 'w.id', `${bind(addressHash)}::bytea`);
      return ofEach(part, `CROSS JOIN ${periodsSql('p')}`);
    }
    if (keyStart !== null && textBelow(keyStart) !== null) {
      return (bind) => `SELECT c.* FROM ${keysOfRange(workspaceIds, { start: keyStart, most }, bind)}
        CROSS JOIN LATERAL (${rowsOfIndex({ from: 'events c', prefix: ofKeyEvent }, found, bind)} OFFSET 0) c`;
    }
  }
  if (eventTypeId === null || workspaceId === null) return null;
  const { prefix } = typeIndex(platformId, { value: eventTypeId });
  return (bind) => rowsOfIndex({ from: 'events c', prefix }, found, bind, ['c.id']);
}

/** Whether the index of metadata finds the candidates: those of a key and of a person stop at their limit. */
const isByBitmap = ({ metadata, workspaceIds, ...question }: EventQuestion) =>
  metadata !== null &&
  workspaceIds !== null &&
  [question.idempotencyKey, question.keyStart, question.contactId, question.addressHash].every((one) => one === null);

function ofPairs(
  workspaceIds: readonly string[],
  pairs: EventQuestion['metadata'],
  { found, most }: { readonly found: string; readonly most: number },
): Sql {
  return (bind) => `SELECT c.* FROM unnest(${bind(workspaceIds)}::text[]) w (id) CROSS JOIN ${periodsSql('p')}
    CROSS JOIN LATERAL (
      SELECT ${found} FROM events c WHERE ${hasPairsSql('c', 'p.number', 'w.id', `${bind(JSON.stringify(pairs))}::jsonb`)}
      LIMIT ${bind(most)}) c`;
}

/** The event of a found key `k` of a workspace `w`. */
const ofKeyEvent = [
  { column: 'c.workspace_id', sql: 'w.id' },
  { column: 'c.id', sql: 'k.event_id' },
];

function ofKey(workspaceIds: readonly string[], key: string, found: string): Sql {
  const ofKeys = [
    { column: 'k.workspace_id', sql: 'w.id' },
    { column: 'k.key', value: key },
  ];
  return (bind) => `SELECT c.* FROM unnest(${bind(workspaceIds)}::text[]) w (id)
    CROSS JOIN LATERAL (${rowsOfIndex({ from: 'idempotency_keys k', prefix: ofKeys }, 'k.event_id', bind)} OFFSET 0) k
    CROSS JOIN LATERAL (${rowsOfIndex({ from: 'events c', prefix: ofKeyEvent }, found, bind)} OFFSET 0) c`;
}

/** All filters, for candidates that come from anywhere on the platform. */
function keepOf(question: EventQuestion): Sql {
  const { workspaceId, platformId } = question;
  const scope: Sql =
    workspaceId === null ? isOfLiveWorkspace(platformId) : (bind) => `c.workspace_id = ${bind(workspaceId)}`;
  return allOf([() => isEmit, scope, ...filterSql(eventFilters, question)]);
}
