/** Bounds of the work of one page of a filtered list (docs/rules.md#list-work). */

/** Numbers of rows. */
export interface ListWork {
  /** Rows that are examined in the order of the list before another index is tried. */
  readonly first: number;
  /** Further rows that are examined in the order of the list when no index finds few enough rows. */
  readonly further: number;
  /** Rows that are read from an index without the order of the list; an index that finds more is not used. */
  readonly candidates: number;
}

/** A row that is looked up in another table takes about as long as this many rows that are read in order. */
const lookupWeight = 4;

/** The bounds for filters that look each row up in other tables. */
export function withLookups({ first, further, candidates }: ListWork, tables = 1): ListWork {
  const fewer = (rows: number) => Math.ceil(rows / lookupWeight / tables);
  return { first: fewer(first), further: fewer(further), candidates: fewer(candidates) };
}

export const listWork: ListWork = { first: 1_000, further: 4_000, candidates: 4_000 };

/** Bounds of a list that is walked in parts, one for each workspace (src/db/lists/merge-walks.ts). */
export const parallelParts = {
  /** Workspaces of a platform whose parts are merged; a list of a larger platform walks the rows of all platforms. */
  most: 4_000,
  /** Parts that one step reads. */
  atOnce: 100,
  /** Rows for which a step has room in each part, at least, where the list has a filter: there it reads more parts. */
  leastRoom: 8,
  /** Parts that the steps of one page read, about. */
  lookups: 8_000,
} as const;

/** Entries of a text index that a search may read, as estimated from a sample. */
export const entriesAtMost = 50_000;

/** Rows of the sample that shows how frequent the parts of a searched text are. */
export const sampleRows = 400;

/** Parts of a searched text that are counted in the sample. */
export const partsCounted = 12;

/** The rarest of them, which a text index looks up; the whole text is compared with the rows found. */
export const partsLookedUp = 3;

/** Places of a sample of events that shows how frequent pairs of metadata are, and its rows at each of them. */
export const samplePlaces = 40;
export const sampleRowsAPlace = 5;

/** Rows of that sample that may have a pair which is looked up in its index; rows in order find a more frequent one soon. */
export const sampleRowsAtMost = 10;
