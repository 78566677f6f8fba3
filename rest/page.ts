/** Pages of 50 over the connections of the schema (docs/rules.md#page-size). */
import { pageSize } from '../src/ground/keyset.ts';
import type { RestRead } from '../src/http/graphql/thread-messages.ts';
import { backward, forward, writeCursor } from './cursor.ts';

export interface Connection {
  readonly edges: readonly ({ readonly node: unknown } | null)[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
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

function link(url: string, filters: string, cursor: string | null): string | null {
  if (cursor === null) return null;
  const query = new URLSearchParams(filters);
  query.set('cursor', cursor);
  return `${url}?${query}`;
}
