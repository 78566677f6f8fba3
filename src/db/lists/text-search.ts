/**
 * Search for a part of an address by a text index (docs/rules.md#list-work). It gives all matching rows, in no order, so it
 * serves texts that few rows of one workspace hold; a sample of the workspace shows which those are.
 *
 * The index has each window of three characters of an address, shorter at its end, behind the last characters of the id of
 * its scope: entries of a workspace lie together, and a text of one or two characters begins windows of it alone.
 */

import type { Queryable } from '../connections/pool.ts';
import { entriesAtMost, type ListWork, partsCounted, partsLookedUp, sampleRows } from './list-work.ts';
import { type Bind, build, type IndexPart, rowsOfIndex, type Sql } from './walk.ts';

/** Rows that are searched: those of one workspace, or of a whole platform. The alias of their table is `c`. */
export interface SearchedRows {
  /** Table and alias. */
  readonly from: string;
  /** First argument of the windows in the text index, and its value. */
  readonly scope: readonly [sql: string, value: string];
  /** An index whose next column is the address hash: its order is random, so its first rows are a sample. */
  readonly byHash: IndexPart;
  /** Columns of the candidates. */
  readonly columns: string;
}

/** SQL: whether the address of `c` holds the text, in any case. */
export const holdsText =
  (search: string): Sql =>
  (bind) =>
    `position(lower(${bind(search)}) in lower(c.email)) > 0`;

/** Returns the rows that a text index finds for `search`; null when they are too many. */
export async function findCandidates(
  client: Queryable,
  rows: SearchedRows,
  search: string,
  work: ListWork,
): Promise<Sql | null> {
  const lowered = await client.query<{ text: string }>('SELECT lower($1) AS text', [search]);
  const parts = partsOf(lowered.rows[0]?.text ?? '');
  const { query, values } = build((bind) => sampleSql(rows, search, parts, bind));
  const { rows: counted } = await client.query<Sample>(query, values);
  const [sample] = counted;
  if (!sample || sample.seen === 0) return null;
  const all = estimateRows(sample);
  if ((sample.matching / sample.seen) * all > work.candidates) return null;
  const rarest = rarestOf(parts, sample);
  const [first] = rarest;
  if (!first || (first.count / sample.seen) * all > entriesAtMost) return null;
  const [scope, value] = rows.scope;
  // Two scopes may end alike. OFFSET 0 keeps the planner from an index of the scope, which may be the largest of all. The
  // query comes from a subquery, which the planner does not read: its statistics cover all workspaces.
  return (bind) => `SELECT ${rows.columns} FROM (
      SELECT * FROM ${rows.from}
      WHERE address_windows(${scope}, lower(c.email)) @@ (SELECT ${bind(windowsQuery(value, rarest))}::tsquery) OFFSET 0) c
    WHERE ${scope} = ${bind(value)}`;
}

/** The parts that are the rarest in the sample. */
function rarestOf(parts: readonly Part[], { counts }: Sample) {
  return parts
    .map((part, at) => ({ ...part, count: counts[at] ?? 0 }))
    .sort((one, other) => one.count - other.count)
    .slice(0, partsLookedUp);
}

interface Sample {
  readonly seen: number;
  /** The greatest address hash of the sample. */
  readonly hash: Buffer | null;
  /** Rows that hold the whole text, and each part. */
  readonly matching: number;
  readonly counts: readonly number[];
}

function sampleSql({ byHash }: SearchedRows, search: string, parts: readonly Part[], bind: Bind): string {
  const text = `lower(${bind(search)})`;
  return `WITH sample AS MATERIALIZED (
            ${rowsOfIndex(byHash, 'lower(c.email) AS text, c.address_hash', bind, ['c.address_hash'])}
            LIMIT ${sampleRows})
          SELECT (SELECT count(*) FROM sample)::int AS seen,
                 (SELECT count(*) FROM sample WHERE position(${text} in text) > 0)::int AS matching,
                 (SELECT address_hash FROM sample OFFSET ${sampleRows - 1}) AS hash,
                 ARRAY(SELECT (SELECT count(*) FROM sample WHERE position(part in text) > 0)::int
                       FROM unnest(${bind(parts.map((part) => part.text))}::text[]) part) AS counts`;
}

/** Bytes of an address hash that are read as a number. */
const hashBytes = 6;

/** Hashes are evenly spread: the last one of a sample says which share of all rows the sample is. */
function estimateRows({ seen, hash }: Sample): number {
  if (hash === null) return seen;
  return (seen * 256 ** hashBytes) / Math.max(1, hash.readUIntBE(0, hashBytes));
}

/** Characters of a window, and of the scope before it, as the function `address_windows` of the database has them. */
const windowLength = 3;
const scopeLength = 4;

/** A piece of a searched text that the index finds. */
interface Part {
  readonly text: string;
  /** Whether it is shorter than a window, and so the beginning of those that hold it. */
  readonly isBeginning: boolean;
}

/** The parts of a text by which the index finds it; `text` is in lower case as PostgreSQL writes it. */
function partsOf(text: string): readonly Part[] {
  const windows = windowsOf(text, windowLength);
  if (windows.length === 0) return [{ text, isBeginning: true }];
  return spread(windows).map((window) => ({ text: window, isBeginning: false }));
}

/** A query of PostgreSQL's text search for rows of a scope that hold all parts. */
function windowsQuery(scope: string, parts: readonly Part[]): string {
  const beginning = [...scope].slice(-scopeLength).join('');
  return parts
    .map(({ text, isBeginning }) => {
      const quoted = `${beginning}${text}`.replace(/['\\]/g, (sign) => sign + sign);
      return `'${quoted}'${isBeginning ? ':*' : ''}`;
    })
    .join(' & ');
}

/** Each `length` characters of `text` that follow each other, once. */
function windowsOf(text: string, length: number): readonly string[] {
  const characters = [...text];
  const windows = characters.slice(length - 1).map((_, start) => characters.slice(start, start + length).join(''));
  return [...new Set(windows)];
}

/** Some of the parts, from the whole length of the text. */
function spread(parts: readonly string[]): readonly string[] {
  const step = Math.max(1, parts.length / partsCounted);
  return parts.filter((_, position) => Math.floor(position / step) !== Math.floor((position - 1) / step));
}
