/**
 * Pages by key: a list is ordered by one unique key, and a page is what follows or precedes a key. So no row is
 * skipped or repeated while rows come and go, even when the row that a cursor names is gone.
 */

/** Rows on a page of every paginated list (contract, Limits). */
export const pageSize = 50;

/** The part of a list that is asked for. `limit` is one more than the page, to tell whether more follows. */
export interface PageWindow {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
  /** The rows nearest to `before` are wanted, not the first. */
  readonly inverted: boolean;
}

export interface Keyset {
  readonly range: { readonly lt?: string; readonly gt?: string };
  readonly direction: 'asc' | 'desc';
  readonly take: number;
}

/** The key's range, the order and the number of rows of `window`, for a list that is shown in `order`. */
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
