/**
 * Connections over keyset pages: cursors are opaque, and their key is checked before it reaches a verb
 * (docs/rules.md#cursors).
 *
 * Pothos' `prismaConnection` and `relatedConnection` do not fit: they give `after` to Prisma as the row to start from,
 * and once that row is deleted Prisma returns an empty page. The cursor here is a bound (`id < …`), so a page starts
 * where the deleted row was (docs/rules.md#page-size). Their cursors also have another form, which would break the
 * paging of callers who hold a cursor. The columns and relations of a page are still planned by Pothos: see
 * `nodeQuery`.
 */
import { queryFromInfo } from '@pothos/plugin-prisma';
import { parseCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import type { GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../src/context.ts';
import { invalid } from '../src/ground/errors/errors.ts';
import { type Counted, type ListPart, type PageWindow, pageSize, pageSizeMax } from '../src/ground/lists/keyset.ts';
import { countOnce } from './count-rows.ts';
import { readCursor, writeCursor } from './cursor.ts';

export interface ConnectionArgs {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

type Selection = NonNullable<ReturnType<typeof queryFromInfo<undefined, undefined, false>>['select']>;

export interface RowQuery {
  readonly select?: Selection;
  readonly include?: Selection;
}

/** Returns the columns and relations of the rows that the request selects, for the verb that reads the page. */
export function nodeQuery(viewer: Viewer, info: GraphQLResolveInfo): RowQuery {
  const paths = [['edges', 'node'], ['nodes']];
  return queryOf(queryFromInfo({ context: viewer, info, paths }));
}

/**
 * Returns the columns and relations that the request selects of the field itself; with `typeName`, those of fragments
 * on that type.
 */
export function rowQuery(viewer: Viewer, info: GraphQLResolveInfo, typeName?: string): RowQuery {
  return queryOf(queryFromInfo({ context: viewer, info, ...(typeName !== undefined && { typeName }) }));
}

function queryOf({ select, include }: { readonly select?: Selection; readonly include?: Selection }): RowQuery {
  return { ...(select && { select }), ...(include && { include }) };
}

/** For lists ordered by id, the most common kind. */
export const byId = { keyOf: ({ id }: { readonly id: string }) => id, pattern: /^[0-9A-Z]{26}$/ };

/** For lists whose rows say their place in the order. */
export const byPlace = (pattern: RegExp) => ({ keyOf: ({ place }: { readonly place: string }) => place, pattern });

export interface Keyed<Row> {
  /** The unique key that the list is ordered by. */
  readonly keyOf: (row: Row) => string;
  /** The form of a key; a cursor with another content is rejected. */
  readonly pattern: RegExp;
  /** Returns how many rows fit on the page, for rows that can be large. */
  readonly rowsThatFit?: (window: PageWindow) => Promise<number>;
}

export interface List<Row> {
  /** The columns and relations that the request selects of a row. */
  readonly query: RowQuery;
  readonly read: (window: PageWindow, query: RowQuery) => Promise<readonly Row[] | ListPart<Row>>;
  /** Counts the rows of the whole list up to `limit`, and stops there. */
  readonly count: (limit: number) => Promise<Counted>;
}

/**
 * Resolves a connection of at most 100 rows that `read` reads by key. A larger page, or a cursor without a valid key, is
 * `validation_failed` under its argument. Where `read` stopped at its limit before the page was full, the page says that
 * more follows, and its cursor leads on from there (docs/rules.md#list-work).
 */
export async function keysetConnection<Row>(
  args: ConnectionArgs,
  { query, read, count }: List<Row>,
  { keyOf, pattern, rowsThatFit }: Keyed<Row>,
) {
  checkPage(args);
  const windowOf = ({ after, before, limit, inverted }: PageWindow): PageWindow => ({
    after: readCursor(after, 'after', pattern),
    before: readCursor(before, 'before', pattern),
    limit,
    inverted,
  });
  const options = (most: number) => ({
    args: {
      first: args.first ?? null,
      last: args.last ?? null,
      after: args.after ?? null,
      before: args.before ?? null,
    },
    defaultSize: Math.min(pageSize, most),
    maxSize: most,
    toCursor: (row: unknown) => writeCursor(keyOf(row as Row)),
  });
  const most = rowsThatFit ? await rowsThatFit(windowOf(parseCursorConnectionArgs(options(pageSizeMax)))) : pageSizeMax;
  const stopped: { at: string | null; inverted: boolean } = { at: null, inverted: false };
  const page = await resolveCursorConnection<Promise<readonly Row[]>>(
    options(Math.min(most, pageSizeMax)),
    async (window) => {
      const listed = await read(windowOf(window), query);
      if (!('rows' in listed)) return listed;
      Object.assign(stopped, { at: listed.end, inverted: window.inverted });
      return listed.rows;
    },
  );
  const { edges } = page;
  // Pothos repeats the cursor of the request.
  const none = edges.length === 0 ? { startCursor: null, endCursor: null } : {};
  const pageInfo = { ...page.pageInfo, ...none };
  const connection = { ...page, pageInfo, countRows: countOnce(count) };
  if (stopped.at === null) return connection;
  const cursor = writeCursor(stopped.at);
  // An empty page leads on in both directions from where the search stopped: there is no row before that.
  const ends = edges.length === 0 ? { startCursor: cursor, endCursor: cursor } : {};
  const further = stopped.inverted
    ? { hasPreviousPage: true, startCursor: cursor }
    : { hasNextPage: true, endCursor: cursor };
  return { ...connection, pageInfo: { ...pageInfo, ...ends, ...further } };
}

function checkPage({ first, last, after, before }: ConnectionArgs): void {
  for (const [argument, cursor] of Object.entries({ after, before })) {
    // Pothos would take it for none, and a loop over pages would begin again.
    if (cursor === '') throw invalid({ [argument]: ['is not a cursor of this list; leave it out, or send null'] });
  }
  for (const [argument, rows] of Object.entries({ first, last })) {
    if (rows != null && (rows < 0 || rows > pageSizeMax))
      throw invalid({ [argument]: [`must be 0 to ${pageSizeMax}`] });
  }
  if (first != null && last != null) throw invalid({ last: ['cannot be sent together with first'] });
}
