/** Pages of 50 over the connections of the schema (docs/rules.md#page-size, docs/rules.md#cursors). */
import type { RestRead } from '../src/http/graphql/thread-messages.ts';

/** Rows on a page of every paginated list. */
export const pageSize = 50;

/** The arguments of a connection for one page. */
export interface PageArguments {
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
}

export interface Connection {
  readonly edges: readonly ({ readonly node: unknown } | null)[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

/** The direction of a cursor: the letter before the connection's own cursor. */
const forward = 'n';
const backward = 'p';

/**
 * Returns the connection's arguments for a page's `cursor`, undefined for the first page; null when the cursor does not
 * decode.
 */
export function readCursor(cursor: string | undefined): PageArguments | null {
  if (cursor === undefined) return { first: pageSize };
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (Buffer.from(text).toString('base64url') !== cursor) return null;
  const inner = text.slice(1);
  if (inner === '') return null;
  if (text[0] === forward) return { first: pageSize, after: inner };
  if (text[0] === backward) return { last: pageSize, before: inner };
  return null;
}

/** The body of a read whose document gave `root`. */
export function bodyOf(root: unknown, { shape, ...page }: RestRead): unknown {
  return shape === 'data' ? { data: root } : showPage(root as Connection, page);
}

/**
 * The body of a page. `url` is the list's absolute URL without query, `filters` the filters that its links keep. There
 * is no total count, so there is no last page to link to, and the first is the list itself: both links are always null.
 * An empty page leads back to `origin`, the cursor that it was asked from.
 */
export function showPage(connection: Connection, { url, filters, origin }: Omit<RestRead, 'shape'>) {
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = connection.pageInfo;
  const cursor = (end: string | null) => end ?? (connection.edges.length === 0 ? origin : null);
  const [first, last] = [cursor(startCursor), cursor(endCursor)];
  const next = hasNextPage && last !== null ? writeCursor(forward, last) : null;
  const prev = hasPreviousPage && first !== null ? writeCursor(backward, first) : null;
  return {
    data: connection.edges.flatMap((edge) => (edge === null ? [] : [edge.node])),
    links: { first: null, last: null, prev: link(url, filters, prev), next: link(url, filters, next) },
    meta: { path: url, per_page: pageSize, next_cursor: next, prev_cursor: prev },
  };
}

function writeCursor(direction: string, cursor: string): string {
  return Buffer.from(direction + cursor).toString('base64url');
}

function link(url: string, filters: string, cursor: string | null): string | null {
  if (cursor === null) return null;
  const query = new URLSearchParams(filters);
  query.set('cursor', cursor);
  return `${url}?${query}`;
}
