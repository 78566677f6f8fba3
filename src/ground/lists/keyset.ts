/**
 * Pages by key: a list is ordered by one unique key, and a page follows or precedes a key. So no row is skipped or
 * repeated while rows come and go, even when the row of the cursor is gone.
 */

import { idAt } from '../ids.ts';

/** Rows on a page of every paginated list, and the most that a request may ask for (docs/rules.md#page-size). */
export const pageSize = 50;
export const pageSizeMax = 100;

/** The requested part of a list. `limit` is one more than the page, to show whether more rows follow. */
export interface PageWindow {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
  /** Whether the rows nearest to `before` are wanted instead of the first rows. */
  readonly inverted: boolean;
}

export interface Keyset {
  readonly range: { readonly lt?: string; readonly gt?: string };
  readonly direction: 'asc' | 'desc';
  readonly take: number;
}

/** Returns the range of keys, the order and the number of rows for `window`, in a list that is shown in `order`. */
export function keyset(window: PageWindow, order: 'asc' | 'desc'): Keyset {
  const { after, before, limit, inverted } = window;
  const opposite = order === 'asc' ? 'desc' : 'asc';
  const [beyond, within] = order === 'asc' ? (['gt', 'lt'] as const) : (['lt', 'gt'] as const);
  return {
    range: {
      ...(after === undefined ? {} : { [beyond]: after }),
      ...(before === undefined ? {} : { [within]: before }),
    },
    direction: inverted ? opposite : order,
    take: limit,
  };
}

/** Leaves out the keys before `first`: rows that are too old to be shown. */
export function notBefore(page: Keyset, first: string): Keyset {
  const { gt = first } = page.range;
  return { ...page, range: { ...page.range, gt: gt > first ? gt : first } };
}

/** Leaves out the keys before `first`, and with `end` those from `end` on. */
export function within(page: Keyset, first: string, end: string | null): Keyset {
  const kept = notBefore(page, first);
  if (end === null) return kept;
  const { lt = end } = kept.range;
  return { ...kept, range: { ...kept.range, lt: lt < end ? lt : end } };
}

/** A range of times of a list whose keys are ids: from `from` on, before `until`; null and absent are open ends. */
export interface TimeRange {
  readonly from?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

/** The condition of a list whose keys are no ids; none where both ends are open. */
export function createdIn({ from, until }: TimeRange): {
  readonly createdAt?: { readonly gte?: Date; readonly lt?: Date };
} {
  if (from == null && until == null) return {};
  return { createdAt: { ...(from != null && { gte: from }), ...(until != null && { lt: until }) } };
}

/** Leaves out the ids that were minted outside of a range of times. */
export function inTime(page: Keyset, { from, until }: TimeRange): Keyset {
  if (from == null && until == null) return page;
  return within(page, from == null ? '' : idAt(from), until == null ? null : idAt(until));
}

/**
 * Rows of one page of a filtered list. `end`: the key at which the search stopped at its limit, although the page is not
 * full and the list goes on; null for a full page and at the end of the list (docs/rules.md#list-work).
 */
export interface ListPart<Row> {
  readonly rows: readonly Row[];
  readonly end: string | null;
}

/**
 * The rows of a page whose ids were found before. A row that was deleted in between makes the page shorter, and the list
 * goes on after the last id.
 */
export function partOf<Row>(
  rows: readonly Row[],
  { ids, end }: { readonly ids: readonly string[]; readonly end: string | null },
): ListPart<Row> {
  return { rows, end: end ?? (rows.length < ids.length ? (ids.at(-1) ?? null) : null) };
}

/**
 * The number of rows of a list, up to the limit of the count. `atLeast`: so many were found before the search stopped at
 * its limit (docs/rules.md#total-count).
 */
export type Counted = number | { readonly atLeast: number };

/** The first `limit` rows of a list, to be counted. */
export function wholeList(limit: number): Keyset {
  return { range: {}, direction: 'desc', take: limit };
}

export function countOf({ ids, end }: { readonly ids: readonly string[]; readonly end: string | null }): Counted {
  return end === null ? ids.length : { atLeast: ids.length };
}
