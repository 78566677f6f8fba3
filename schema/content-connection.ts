/** Connections whose rows hold the content of a template, which can be megabytes. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../src/context.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import {
  type ConnectionArgs,
  type Keyed,
  keysetConnection,
  type List,
  nodeQuery,
  type RowQuery,
} from './connection.ts';
import { withinAnswer } from './within-answer.ts';

interface ContentList<Row> extends Pick<List<Row>, 'count'>, Pick<Keyed<Row>, 'keyOf' | 'pattern'> {
  readonly read: (window: PageWindow, query: RowQuery) => Promise<readonly Row[]>;
  /** Returns how many rows fit on a page with their content. */
  readonly rowsThatFit: (window: PageWindow) => Promise<number>;
}

/** Resolves a connection whose page ends early when the request selects more content than a response may hold. */
export function contentConnection<Row>(
  args: ConnectionArgs,
  { read, count, keyOf, pattern, rowsThatFit }: ContentList<Row>,
  { viewer, info }: { readonly viewer: Viewer; readonly info: GraphQLResolveInfo },
) {
  const query = nodeQuery(viewer, info);
  const { select = {} } = query;
  const withContent = 'composition' in select || 'translations' in select;
  const bounded = (window: PageWindow, selected: RowQuery) => withinAnswer(viewer, () => read(window, selected));
  return keysetConnection(
    args,
    { query, read: bounded, count },
    { keyOf, pattern, ...(withContent && { rowsThatFit }) },
  );
}
