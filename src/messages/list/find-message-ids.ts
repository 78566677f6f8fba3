import type { MessageState } from '../../../prisma/generated/client.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { filterColumns, filterSql } from '../../db/lists/filter-sql.ts';
import { areFrequent } from '../../db/lists/frequent-pairs.ts';
import { listWork, withLookups } from '../../db/lists/list-work.ts';
import { mergeWalks } from '../../db/lists/merge-walks.ts';
import { allOf, type FoundIds, gather, type Sql, type WalkedIndex, walk } from '../../db/lists/walk.ts';
import type { Keyset } from '../../ground/lists/keyset.ts';
import { isOfLiveWorkspace } from '../../tenant/is-of-live-workspace.ts';
import { rareStates, stateIn } from '../states/message-states.ts';
import { findByKey } from './find-by-key.ts';
import { indexedFilters, messageFilters } from './message-filters.ts';
import type { FindByIndex } from './message-indexes.ts';
import type { MessageQuestion, WantedMessage } from './message-question.ts';

const columns = ['c.platform_id', 'c.workspace_id', ...filterColumns(messageFilters)];

/**
 * Returns the ids of a page of messages (docs/rules.md#list-work). The client reads by indexes.
 *
 * Messages are written far more often than listed, so only the states in which few messages end have an index in the
 * order of the list. For the other filters, indexes that exist for other work find the messages of an address, of a
 * contact, of a key, of a state that passes and of a rare event type. When they find too many, the messages nearest to
 * the page's start are examined.
 */
export async function findMessageIds(client: Queryable, question: MessageQuestion): Promise<FoundIds> {
  const { idempotencyKey, keyStart, page, work = listWork } = question;
  if (idempotencyKey != null || keyStart != null) return byKey(client, question);
  const open = openFilters(question);
  if (open.length === 0) return walkAll(client, question, page.take);
  const candidates = candidatesOf(question);
  const keep = allOf(open);
  const known =
    candidates &&
    !(candidates.byText && (await isFrequent(client, question))) &&
    (await gather(client, { page, ...candidates, keep: keepOf(question), rows: work.candidates }));
  return known || walkAll(client, question, work.further, keep);
}

/** Whether the index of metadata would find too many events. */
async function isFrequent(client: Queryable, { workspaceIds, metadata }: MessageQuestion): Promise<boolean> {
  return workspaceIds !== null && metadata != null && areFrequent(client, workspaceIds, metadata);
}

/**
 * Keys of the last days have an index, which finds the only message of each workspace, or the few whose keys begin with
 * a text. The older messages of a key are searched for in the order of the list.
 */
function byKey(client: Queryable, question: MessageQuestion): Promise<FoundIds> {
  const { page, work = listWork, now, workspaceIds } = question;
  const open = allOf(openFilters(question));
  const walked = (part: Keyset) => walkAll(client, { ...question, page: part }, work.further, open);
  const candidates = workspaceIds && candidatesOf(question);
  const kept = async (part: Keyset) => {
    const gathering = { page: part, keep: keepOf(question), rows: work.candidates };
    return (candidates && (await gather(client, { ...gathering, ...candidates }))) ?? walked(part);
  };
  return findByKey(page, now, { kept, older: walked });
}

interface IndexedFilter {
  readonly column: { readonly as: keyof WantedMessage };
  readonly index: FindByIndex;
  readonly byBitmap?: boolean;
}

/** What `gather` is told of an index. */
interface Candidates {
  readonly candidates: Sql;
  readonly byText: boolean;
}

/** The messages that the first index for a wanted value finds, in any order; null where none of the values has one. */
function candidatesOf(question: MessageQuestion): Candidates | null {
  const { platformId, workspaceIds, work = listWork } = question;
  const place = { platformId, workspaceIds, found: ['c.id', ...columns].join(', '), most: work.candidates + 1 };
  for (const name of indexedFilters) {
    const { column, index, byBitmap = false }: IndexedFilter = messageFilters[name];
    const value = question[column.as] ?? null;
    const found = value === null ? null : index(value as never, place);
    if (found !== null) return { candidates: found, byText: byBitmap };
  }
  return null;
}

/** Walks the messages of a rare state, or all messages, in the order of the list. */
function walkAll(client: Queryable, question: MessageQuestion, rows: number, keep?: Sql): Promise<FoundIds> {
  const { workspaceIds, platformId, page, work = listWork } = question;
  const kept = keep === undefined ? {} : { keep };
  if (workspaceIds === null) {
    const ofPlatform = allOf([...(keep ? [keep] : []), isOfLiveWorkspace(platformId)]);
    const index = { from: 'messages c', alias: 'c', prefix: [], key: 'c.id', columns };
    return walk(client, index, { page, keep: ofPlatform, rows: withLookups(work).further });
  }
  const [only, ...others] = workspaceIds;
  if (only === undefined) return Promise.resolve({ ids: [], end: null });
  if (others.length > 0) {
    return mergeWalks(client, {
      parts: workspaceIds,
      index: (part) => messageIndex(question, { sql: part }),
      page,
      rows,
      ...kept,
    });
  }
  return walk(client, messageIndex(question, { value: only }), { page, rows, ...kept });
}

/** The messages of a rare state, or all messages, of one workspace. */
export function messageIndex(
  { state }: Pick<WantedMessage, 'state'>,
  workspace: { readonly sql: string } | { readonly value: string },
): WalkedIndex {
  const ofWorkspace = { column: 'c.workspace_id', ...workspace };
  const all = { from: 'messages c', alias: 'c', prefix: [ofWorkspace], key: 'c.id', columns };
  if (state == null || !isRare(state)) return all;
  const ofState = { column: 'c.state', value: state, type: 'message_state' };
  return { ...all, prefix: [ofWorkspace, ofState], only: stateIn('c.state', rareStates) };
}

const isRare = (state: MessageState | null | undefined) => rareStates.some((rare) => rare === state);

/** Whether an index in the order of the list leaves no filter open. */
export const isInOrder = (question: Omit<MessageQuestion, 'page' | 'work'>) => openFilters(question).length === 0;

/** The filters that the index of a walk does not apply. */
function openFilters(question: Omit<MessageQuestion, 'page' | 'work'>): readonly Sql[] {
  const walksState = question.workspaceIds !== null && isRare(question.state);
  return filterSql(messageFilters, walksState ? { ...question, state: null } : question);
}

/** All filters, for candidates that come from anywhere on the platform. */
function keepOf(question: MessageQuestion): Sql {
  const { platformId, workspaceIds } = question;
  const scope: Sql = (bind) =>
    workspaceIds === null ? isOfLiveWorkspace(platformId)(bind) : `c.workspace_id = ANY(${bind(workspaceIds)}::text[])`;
  return allOf([scope, ...filterSql(messageFilters, question)]);
}
