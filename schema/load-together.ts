/**
 * Reads the objects that the rows of one page name by id in one statement, however many rows the page has: the ids
 * that one field names are read together once all resolvers of the page have run.
 */
import type { GraphQLResolveInfo, ResponsePath } from 'graphql';
import type { Viewer } from '../src/context.ts';
import { type RowQuery, rowQuery } from './connection.ts';

interface Batch {
  readonly ids: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, unknown>>;
}

/** Open batches of a request, by the path of their field without the positions in lists. */
const open = new WeakMap<Viewer, Map<string, Batch>>();

interface Wanted<Row> {
  /** What is read; the resolver of one field may read two things. */
  readonly what: string;
  readonly id: string;
  /** Reads the rows of `ids`; rows may be missing, in any order. */
  readonly read: (ids: readonly string[], query: RowQuery) => Promise<readonly Row[]>;
  /** True where the row is what the field returns: `read` gets the columns and relations that the request selects. */
  readonly returned?: boolean;
}

/** Returns the row with the id, null when there is none. */
export async function loadTogether<Row extends { readonly id: string }>(
  viewer: Viewer,
  info: GraphQLResolveInfo,
  { what, id, read, returned = false }: Wanted<Row>,
): Promise<Row | null> {
  // Planned for each row, although the plans are equal: Pothos notes for each place in the response what is loaded.
  const query = returned ? rowQuery(viewer, info) : {};
  const batches = open.get(viewer) ?? new Map<string, Batch>();
  open.set(viewer, batches);
  const place = `${what} ${placeOf(info.path)}`;
  const batch = batches.get(place) ?? openBatch(batches, place, (ids) => read(ids, query));
  batch.ids.add(id);
  return ((await batch.rows).get(id) ?? null) as Row | null;
}

/** Collects ids until all resolvers of the page have run. */
function openBatch(
  batches: Map<string, Batch>,
  place: string,
  read: (ids: readonly string[]) => Promise<readonly { readonly id: string }[]>,
): Batch {
  const ids = new Set<string>();
  const collected = new Promise<void>((resolve) => setImmediate(resolve));
  const rows = collected.then(async () => {
    batches.delete(place);
    return new Map((await read([...ids])).map((row) => [row.id, row]));
  });
  const batch = { ids, rows };
  batches.set(place, batch);
  return batch;
}

/** The path of a field without the positions in lists. */
export function placeOf(path: ResponsePath | undefined): string {
  if (path === undefined) return '';
  return typeof path.key === 'number' ? placeOf(path.prev) : `${placeOf(path.prev)}.${path.key}`;
}
