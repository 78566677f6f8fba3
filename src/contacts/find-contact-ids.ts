import type { Queryable } from '../db/connections/pool.ts';
import { type ListWork, listWork, withLookups } from '../db/lists/list-work.ts';
import { findCandidates, holdsText } from '../db/lists/text-search.ts';
import {
  type Bind,
  type ComparedColumn,
  type FoundIds,
  gather,
  type IndexColumn,
  isInIndex,
  pageAfter,
  rowsOfIndex,
  type Sql,
  type WalkedIndex,
  walk,
} from '../db/lists/walk.ts';
import type { Keyset } from '../ground/lists/keyset.ts';

/** The filters of a list of contacts; `cleaned` means contacts whose address is suppressed for all email. */
export interface ContactFilter {
  readonly search?: string | null | undefined;
  readonly status?: 'pending' | 'subscribed' | 'unsubscribed' | 'cleaned' | null | undefined;
  readonly tag?: string | null | undefined;
  /** Who made the latest consent change. */
  readonly decidedBy?: 'person' | 'caller' | null | undefined;
}

export interface ContactQuestion extends ContactFilter {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly page: Keyset;
  readonly work?: ListWork;
}

/** What the filters read. */
const columns = ['c.email', 'c.address_hash', 'c.status'];

/**
 * Returns the ids of a page of contacts, in the page's order (docs/rules.md#list-work).
 *
 * Reading in the order of the list quickly finds frequent values, another index quickly finds rare ones. The planner
 * cannot know which is which in one workspace. So the contacts nearest to the page's start are examined first. When
 * they do not fill the page although the list goes on, an index that finds few contacts gives the whole result. When
 * there is no such index, a few more contacts are examined and the page may stay short. The client reads by indexes.
 */
export async function findContactIds(client: Queryable, question: ContactQuestion): Promise<FoundIds> {
  const { workspaceId, page, status, tag } = question;
  const tagId = tag ? await findTagId(client, workspaceId, tag) : null;
  if (tag && tagId === null) return { ids: [], end: null };
  const ofStatus = byStatus(question);
  const nearest = tagId === null ? ofStatus : byTag(workspaceId, tagId);
  if (!isSifted(question)) return walk(client, nearest, { page, rows: page.take });

  const work = workOf(question);
  const keep = keepOf(question, tagId);
  // Contacts of the tag's index have the tag.
  const keepNear = keepOf(question, null);
  const near = await walk(client, nearest, { page, keep: keepNear, rows: work.first });
  if (near.end === null) return near;
  const known =
    (await gatherSearched(client, question, keep)) ??
    (await gatherCleaned(client, question, keep)) ??
    (await gatherOwn(client, question, keep));
  if (known) return known;
  const further = await walk(client, nearest, { page: pageAfter(page, near), keep: keepNear, rows: work.further });
  const walked = { ids: [...near.ids, ...further.ids], end: further.end };
  if (walked.end === null || tagId === null || !status || status === 'cleaned') return walked;
  // Of two indexes, the one that leads further down the list.
  const other = await walk(client, ofStatus, { page, keep, rows: work.further });
  return other.end === null || isFurther(other.end, walked.end, page) ? other : walked;
}

function workOf({ tag, status, decidedBy, work = listWork }: ContactQuestion): ListWork {
  const tables = (tag || status === 'cleaned' ? 1 : 0) + (decidedBy ? 1 : 0);
  return tables === 0 ? work : withLookups(work, tables);
}

const isFurther = (one: string, other: string, { direction }: Keyset) =>
  direction === 'asc' ? one > other : one < other;

/** Whether the filters exceed a single status or tag, for which an index has the order of the list. */
function isSifted({ search, status, tag, decidedBy }: ContactQuestion): boolean {
  return Boolean(search || decidedBy) || status === 'cleaned' || Boolean(status && tag);
}

async function findTagId(client: Queryable, workspaceId: string, key: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM tags WHERE workspace_id = $1 AND key = $2', [
    workspaceId,
    key,
  ]);
  return rows[0]?.id ?? null;
}

/** Contacts of a status, or all contacts. */
function byStatus({ workspaceId, status }: ContactQuestion): WalkedIndex {
  const ofWorkspace: IndexColumn = { column: 'c.workspace_id', value: workspaceId };
  const ofStatus: readonly IndexColumn[] =
    status && status !== 'cleaned' ? [{ column: 'c.status', value: status, type: 'contact_status' }] : [];
  return { from: 'contacts c', alias: 'c', prefix: [ofWorkspace, ...ofStatus], key: 'c.id', columns };
}

function byTag(workspaceId: string, tagId: string): WalkedIndex {
  return {
    from: 'contact_tags t',
    alias: 't',
    prefix: [
      { column: 't.workspace_id', value: workspaceId },
      { column: 't.tag_id', value: tagId },
    ],
    key: 't.contact_id',
    joined: (bind) => `(${contactsOf(workspaceId, { column: 'c.id', sql: 't.id' }, bind)}) c`,
  };
}

/** SQL: the contact of a workspace with one value of a unique column. */
function contactsOf(workspaceId: string, by: ComparedColumn, bind: Bind): string {
  const prefix = [{ column: 'c.workspace_id', value: workspaceId }, by];
  return `${rowsOfIndex({ from: 'contacts c', prefix }, `c.id, ${columns.join(', ')}`, bind)} OFFSET 0`;
}

/** The filters that a walk leaves open. */
function keepOf({ platformId, workspaceId, search, status, decidedBy }: ContactQuestion, tagId: string | null): Sql {
  const filters: Sql[] = [];
  if (status && status !== 'cleaned') filters.push((bind) => `c.status = ${bind(status)}::contact_status`);
  if (search) filters.push(holdsText(search));
  if (tagId !== null) {
    const prefix = [
      { column: 'ct.workspace_id', value: workspaceId },
      { column: 'ct.contact_id', sql: 'c.id' },
    ];
    filters.push((bind) => isInIndex({ from: 'contact_tags ct', prefix, only: `ct.tag_id = ${bind(tagId)}` }, bind));
  }
  if (status === 'cleaned') {
    const blocked = (from: string, scope: IndexColumn): Sql => {
      const prefix = [scope, { column: 's.address_hash', sql: 'c.address_hash' }];
      return (bind) => isInIndex({ from, prefix, only: `s.blocks = 'all'` }, bind);
    };
    const own = blocked('suppressions s', { column: 's.scope_id', value: workspaceId });
    const wide = blocked('platform_blocks s', { column: 's.platform_id', value: platformId });
    filters.push((bind) => `(${own(bind)} OR ${wide(bind)})`);
  }
  if (decidedBy) filters.push((bind) => `${isOwn(workspaceId, bind)} = ${bind(decidedBy === 'person')}`);
  return (bind) => (filters.length === 0 ? 'true' : filters.map((filter) => filter(bind)).join(' AND '));
}

/** The contacts whose address holds a text that few addresses of the workspace hold. */
async function gatherSearched(client: Queryable, question: ContactQuestion, keep: Sql): Promise<FoundIds | null> {
  const { workspaceId, search, page } = question;
  if (!search) return null;
  const work = workOf(question);
  const ofWorkspace: IndexColumn = { column: 'c.workspace_id', value: workspaceId };
  const searched = {
    from: 'contacts c',
    scope: ['c.workspace_id', workspaceId] as const,
    byHash: { from: 'contacts c', prefix: [ofWorkspace] },
    columns: `c.id, ${columns.join(', ')}`,
  };
  const candidates = await findCandidates(client, searched, search, work);
  return candidates && gather(client, { page, candidates, keep, rows: work.candidates, byText: true });
}

/** The contacts of suppressed addresses, where these are few. */
function gatherCleaned(client: Queryable, question: ContactQuestion, keep: Sql): Promise<FoundIds | null> {
  const { platformId, workspaceId, status, page } = question;
  const work = workOf(question);
  if (status !== 'cleaned') return Promise.resolve(null);
  const suppressed = (from: string, scope: IndexColumn): Sql => {
    const index = { from, prefix: [scope] };
    return (bind) => `(${rowsOfIndex(index, 's.address_hash', bind, ['s.address_hash', 's.blocks'])}
                       LIMIT ${bind(work.candidates + 1)})`;
  };
  const ofPlatform = suppressed('platform_blocks s', { column: 's.platform_id', value: platformId });
  const ofWorkspace = suppressed('suppressions s', { column: 's.scope_id', value: workspaceId });
  return gather(client, {
    page,
    candidates: (bind) => `SELECT * FROM (${ofPlatform(bind)} UNION ALL ${ofWorkspace(bind)}) s`,
    rows: work.candidates,
    from: (bind) =>
      `found s, LATERAL (${contactsOf(workspaceId, { column: 'c.address_hash', sql: 's.address_hash' }, bind)}) c`,
    keep,
  });
}

/** SQL: whether the person made the latest consent change of `c`. A contact without one has what the caller sent. */
function isOwn(workspaceId: string, bind: Bind): string {
  return `coalesce((
    SELECT h.source <> 'api' FROM consent_changes h
    WHERE h.workspace_id = ${bind(workspaceId)} AND h.contact_id = c.id
    ORDER BY h.workspace_id DESC, h.contact_id DESC, h.id DESC LIMIT 1), false)`;
}

/** The contacts who changed their consent themselves, where these are few: most of a list may be imported. */
function gatherOwn(client: Queryable, question: ContactQuestion, keep: Sql): Promise<FoundIds | null> {
  const { workspaceId, decidedBy, page } = question;
  const work = workOf(question);
  if (decidedBy !== 'person') return Promise.resolve(null);
  const own = {
    from: 'consent_changes h',
    prefix: [{ column: 'h.workspace_id', value: workspaceId }],
    only: "h.source <> 'api'",
  };
  return gather(client, {
    page,
    candidates: (bind) => rowsOfIndex(own, 'h.contact_id', bind, ['h.contact_id']),
    rows: work.candidates,
    from: (bind) => `found h, LATERAL (${contactsOf(workspaceId, { column: 'c.id', sql: 'h.contact_id' }, bind)}) c`,
    keep,
  });
}
