/** Rows of a list in the order of their ids, as changes and pages come in. Nothing here knows a browser. */
import type { ListOrder } from './operations.ts';

export interface Identified {
  readonly id: string;
}

export interface RowChange<Row> {
  readonly id: string;
  /** The row as it is now; null when it is gone, or does not belong to the list. */
  readonly row: Row | null;
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  /** Ids of rows that a reader who has scrolled away has not been shown. */
  readonly missed: readonly string[];
}

interface Terms {
  readonly order: ListOrder;
  /** Whether rows follow the last one that is loaded. */
  readonly hasMore: boolean;
  /** The reader has scrolled away: no row is added or removed, because the others would move. */
  readonly isHeld: boolean;
}

/** Whether `one` stands before `other`. */
function precedes(one: string, other: string, order: ListOrder): boolean {
  return order === 'newest_first' ? one > other : one < other;
}

/** The index of the row with this id, or at which it would stand. */
export function placeOf(rows: readonly Identified[], id: string, order: ListOrder): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (precedes(rows[middle]?.id ?? '', id, order)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Applies changes to loaded rows. A row that stands behind the last loaded one comes with a later page. */
export function applyChanges<Row extends Identified>(
  rows: readonly Row[],
  changes: readonly RowChange<Row>[],
  { order, hasMore, isHeld }: Terms,
): Listed<Row> {
  const changed = [...rows];
  const isGone = new Set<string>();
  let added: Row[] = [];
  const missed: string[] = [];
  for (const { id, row } of changes) {
    const place = placeOf(rows, id, order);
    if (rows[place]?.id === id) {
      if (row) changed[place] = row;
      else if (!isHeld) isGone.add(id);
    } else if (row && (place < rows.length || !hasMore)) {
      if (isHeld) missed.push(id);
      else added.push(row);
    }
  }
  added = added.sort((one, other) => (precedes(one.id, other.id, order) ? -1 : 1));
  const left = isGone.size === 0 ? changed : changed.filter(({ id }) => !isGone.has(id));
  return { rows: added.length === 0 ? left : merged(left, added, order), missed };
}

/** Two sorted lists as one. */
function merged<Row extends Identified>(rows: readonly Row[], added: readonly Row[], order: ListOrder): Row[] {
  const result: Row[] = [];
  let next = 0;
  for (const row of rows) {
    for (let other = added[next]; other && precedes(other.id, row.id, order); other = added[next]) {
      result.push(other);
      next += 1;
    }
    result.push(row);
  }
  return result.concat(added.slice(next));
}

/** Rows of a page that stand behind the loaded ones. */
export function rowsBehind<Row extends Identified>(
  rows: readonly Row[],
  page: readonly Row[],
  order: ListOrder,
): readonly Row[] {
  const last = rows.at(-1);
  return last === undefined ? page : page.filter(({ id }) => precedes(last.id, id, order));
}

/**
 * The rows after their first page was read again: null where nothing joins the page to the loaded rows, so that the list
 * begins with the page alone.
 */
export function withFirstPage<Row extends Identified>(
  rows: readonly Row[],
  page: readonly Row[],
  order: ListOrder,
): readonly Row[] | null {
  const last = page.at(-1);
  if (last === undefined) return null;
  const place = placeOf(rows, last.id, order);
  const known = new Set(rows.slice(0, place + 1).map(({ id }) => id));
  if (!page.some(({ id }) => known.has(id))) return null;
  return [...page, ...rows.slice(rows[place]?.id === last.id ? place + 1 : place)];
}
