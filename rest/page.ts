/** Pages over the connections of the schema (docs/rules.md#page-size, docs/rules.md#cursors). */
import type { RestRead, ShownRead } from '../src/http/graphql/thread/thread-messages.ts';
import { backward, forward, writeCursor } from './cursor.ts';
import { takeTag } from './etags.ts';
import { omitNulls } from './omitted-fields.ts';

export interface Connection {
  readonly edges: readonly ({ readonly node: unknown } | null)[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

/**
 * Characters of the header: proxies and clients take some thousand for all headers. Longer links, of long filters, stand in
 * the body alone (docs/rules.md#cursors).
 */
const linkMaxLength = 2_048;

/** What a document gave, by the aliases of its root fields. */
export type Found = Readonly<Record<string, unknown>>;

/** The answer to a read (rest/prepare.ts). Fields beside `data` become fields of the resource. */
export function showRead(found: Found, read: RestRead): ShownRead {
  const shown = show(found, read);
  omitNulls(shown.body, read.omitted);
  return shown;
}

function show(found: Found, { shape, isTagged, ...page }: RestRead): ShownRead {
  const { [shape]: root, ...beside } = found;
  if (shape === 'data') {
    const { shown, headers } = isTagged ? takeTag(root) : { shown: root, headers: {} };
    return { body: { data: Object.keys(beside).length === 0 ? shown : { ...Object(shown), ...beside } }, headers };
  }
  const body = showPage(root as Connection, page);
  const links = [linkTo('prev', body.links.prev), linkTo('next', body.links.next)].filter((one) => one !== null);
  const header = links.join(', ');
  return { body, headers: header === '' || header.length > linkMaxLength ? {} : { Link: header } };
}

/** RFC 8288. */
function linkTo(relation: string, url: string | null): string | null {
  return url === null ? null : `<${url}>; rel="${relation}"`;
}

/**
 * The body of a page. `url` is the list's absolute URL without query, `filters` the filters that its links keep. There
 * is no total count, so there is no last page to link to, and the first is the list itself: both links are always null.
 * An empty page leads back to `origin`, the cursor that it was asked from.
 */
export function showPage(
  connection: Connection,
  { url, filters, rows, origin }: Omit<RestRead, 'shape' | 'omitted' | 'isTagged'>,
) {
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = connection.pageInfo;
  const cursor = (end: string | null) => end ?? (connection.edges.length === 0 ? origin : null);
  const [first, last] = [cursor(startCursor), cursor(endCursor)];
  const next = hasNextPage && last !== null ? writeCursor(forward, last) : null;
  const prev = hasPreviousPage && first !== null ? writeCursor(backward, first) : null;
  return {
    data: connection.edges.flatMap((edge) => (edge === null ? [] : [edge.node])),
    links: { first: null, last: null, prev: link(url, filters, prev), next: link(url, filters, next) },
    meta: { path: url, per_page: rows, next_cursor: next, prev_cursor: prev },
  };
}

function link(url: string, filters: string, cursor: string | null): string | null {
  if (cursor === null) return null;
  const query = new URLSearchParams(filters);
  query.set('cursor', cursor);
  return `${url}?${query}`;
}
