import type { SuppressionReason } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { ofAddress, periodsSql } from '../db/address-key.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type ListWork, listWork, withLookups } from '../db/lists/list-work.ts';
import { findCandidates, holdsText, type SearchedRows } from '../db/lists/text-search.ts';
import {
  allOf,
  type Bind,
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

export interface SuppressionQuestion {
  readonly platformId: string;
  readonly workspaceId: string;
  /** Part of the address, in any case. */
  readonly search: string | null;
  /** Absent: any. */
  readonly reason?: SuppressionReason | null | undefined;
  /** Those of the workspace or those of the whole platform alone; absent: both. */
  readonly scope?: 'workspace' | 'platform' | null | undefined;
  readonly page: Keyset;
  readonly work?: ListWork;
}

/**
 * Whether the caller finds every platform-wide suppression by hand, through any workspace: a key of one workspace could
 * not have made it, and must not learn of addresses that the workspace never had.
 */
export const seesAllByHand = ({ workspaceId }: Ctx): boolean => workspaceId == null;

/**
 * SQL: whether a platform-wide suppression `c` concerns a workspace: a contact or a message of the workspace has the
 * address. `workspaceId` is an expression.
 */
export function bearsOnSql(workspaceId: string): string {
  const contact = [
    { column: 'k.workspace_id', sql: workspaceId },
    { column: 'k.address_hash', sql: 'c.address_hash' },
  ];
  const { prefix, only } = ofAddress('k', 'p.number', workspaceId, 'c.address_hash');
  const event = { from: 'events k', prefix: [...prefix, { column: 'k.mails', sql: 'true' }], only };
  return `(${isInIndex({ from: 'contacts k', prefix: contact }, noValues)}
    OR EXISTS (SELECT FROM ${periodsSql('p')} WHERE ${isInIndex(event, noValues)}))`;
}

const noValues: Bind = () => {
  throw new Error('The expression of a workspace holds its values');
};

const columns = ['c.email', 'c.address_hash', 'c.reason', 'c.by_hand'];

function filtersOf({ search, reason }: SuppressionQuestion): readonly Sql[] {
  return [
    ...(search === null ? [] : [holdsText(search)]),
    ...(reason == null ? [] : [(bind: Bind) => `c.reason = ${bind(reason)}::suppression_reason`]),
  ];
}

/** Returns the ids of the workspace's own suppressions (docs/rules.md#list-work). The client reads by indexes. */
export async function findOwn(client: Queryable, question: SuppressionQuestion): Promise<FoundIds> {
  const { workspaceId, page, work = listWork } = question;
  const index = listed(workspaceId);
  const filters = filtersOf(question);
  if (filters.length === 0) return walk(client, index, { page, rows: page.take });
  const keep = allOf(filters);
  const near = await walk(client, index, { page, keep, rows: work.first });
  if (near.end === null) return near;
  const known = await gatherSearched(client, question, { scopeId: workspaceId, keep });
  return known ?? walkOn(client, index, { ...question, near, keep });
}

/**
 * Returns the ids of platform-wide suppressions that concern a workspace. Where they are frequent, the suppressions near
 * the page's start suffice. Otherwise the suppressions of a rare text, or the addresses of a small workspace, give all.
 */
export async function findPlatformWide(client: Queryable, question: SuppressionQuestion): Promise<FoundIds> {
  const { platformId, workspaceId, page } = question;
  // An address is looked up among contacts, and among events by the keys of a few periods.
  const work = withLookups(question.work ?? listWork, 2);
  const index = listed(platformId);
  const keep = allOf([...filtersOf(question), (bind) => bearsOnSql(bind(workspaceId))]);
  const near = await walk(client, index, { page, keep, rows: work.first });
  if (near.end === null) return near;
  const known =
    (await gatherSearched(client, { ...question, work }, { scopeId: platformId, keep })) ??
    (await gatherKnown(client, { ...question, work }, keep));
  return known ?? walkOn(client, index, { ...question, work, near, keep });
}

/** Returns the ids of all platform-wide suppressions by hand. */
export async function findWideByHand(client: Queryable, question: SuppressionQuestion): Promise<FoundIds> {
  const { platformId, page, work = listWork } = question;
  const prefix: readonly IndexColumn[] = [{ column: 'c.platform_id', value: platformId }];
  const only = 'c.by_hand AND c.workspace_id IS NULL';
  const index: WalkedIndex = { from: 'suppressions c', alias: 'c', prefix, only, key: 'c.id', columns };
  const filters = filtersOf(question);
  if (filters.length === 0) return walk(client, index, { page, rows: page.take });
  const keep = allOf(filters);
  const near = await walk(client, index, { page, keep, rows: work.first });
  if (near.end === null) return near;
  const byHand = allOf([...filters, () => 'c.by_hand']);
  const known = await gatherSearched(client, question, { scopeId: platformId, keep: byHand });
  return known ?? walkOn(client, index, { ...question, near, keep });
}

const ofScope = (scopeId: string): readonly IndexColumn[] => [{ column: 'c.scope_id', value: scopeId }];

/** The suppressions of a workspace, or of a platform, in the order of the list (docs/rules.md#suppression-scopes). */
function listed(scopeId: string): WalkedIndex {
  return { from: 'suppressions c', alias: 'c', prefix: ofScope(scopeId), key: 'c.id', columns };
}

type Walked = SuppressionQuestion & { readonly near: FoundIds; readonly keep: Sql };

async function walkOn(client: Queryable, index: WalkedIndex, walked: Walked): Promise<FoundIds> {
  const { page, near, keep, work = listWork } = walked;
  const further = await walk(client, index, { page: pageAfter(page, near), keep, rows: work.further });
  return { ids: [...near.ids, ...further.ids], end: further.end };
}

interface Searched {
  /** Id of the workspace, or of the platform for the suppressions of the whole platform. */
  readonly scopeId: string;
  readonly keep: Sql;
}

/** The suppressions whose address holds a text that few of them hold. */
async function gatherSearched(
  client: Queryable,
  { search, page, work = listWork }: SuppressionQuestion,
  { scopeId, keep }: Searched,
): Promise<FoundIds | null> {
  if (search === null) return null;
  const rows: SearchedRows = {
    from: 'suppressions c',
    scope: ['coalesce(c.workspace_id, c.platform_id)', scopeId],
    byHash: { from: 'suppressions c', prefix: ofScope(scopeId) },
    columns: `c.id, ${columns.join(', ')}`,
  };
  const candidates = await findCandidates(client, rows, search, work);
  return candidates && gather(client, { page, candidates, keep, rows: work.candidates, byText: true });
}

/** The suppressions of the addresses of a workspace that has few. */
function gatherKnown(client: Queryable, question: SuppressionQuestion, keep: Sql): Promise<FoundIds | null> {
  const { platformId, workspaceId, page, work = listWork } = question;
  const known = (table: string, further: string): Sql => {
    const index = { from: `${table} k`, prefix: [{ column: 'k.workspace_id', value: workspaceId }] };
    return (bind) => `(${rowsOfIndex(index, 'k.address_hash', bind, [further])} LIMIT ${bind(work.candidates + 1)})`;
  };
  const contacts = known('contacts', 'k.address_hash');
  const events = known('events', 'k.id');
  return gather(client, {
    page,
    candidates: (bind) => `SELECT * FROM (${contacts(bind)} UNION ALL ${events(bind)}) known`,
    rows: work.candidates,
    from: (bind) => {
      const prefix = [
        { column: 'c.scope_id', value: platformId },
        { column: 'c.address_hash', sql: 'k.address_hash' },
      ];
      const index = { from: 'suppressions c', prefix };
      const found = rowsOfIndex(index, `c.id, ${columns.join(', ')}`, bind, ['c.blocks']);
      return `found k, LATERAL (${found} OFFSET 0) c`;
    },
    keep,
  });
}
