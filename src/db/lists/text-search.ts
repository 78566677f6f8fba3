/**
 * Search for a part of an address by the text indexes (docs/rules.md#list-work). A text index gives all matching rows,
 * in no order, so it serves texts that few rows of one workspace hold; a sample of the workspace shows which those are.
 */

import type { Queryable } from '../connections/pool.ts';
import { entriesAtMost, type ListWork, partsCounted, partsLookedUp, sampleRows } from './list-work.ts';
import { type Bind, build, type IndexPart, rowsOfIndex, type Sql } from './walk.ts';

/** Rows that are searched: those of one workspace, or of a whole platform. The alias of their table is `c`. */
export interface SearchedRows {
  /** Table and alias. */
  readonly from: string;
  /** First column of the text indexes, and its value. */
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
  const indexed = [true, false]
    .map((trigrams) => ({ trigrams, rarest: rarestOf(parts, sample, trigrams) }))
    .find(({ rarest: [first] }) => first && (first.count / sample.seen) * all <= entriesAtMost);
  if (!indexed) return null;
  const rarest = indexed.rarest.map(({ text }) => text);
  // The values come from a subquery, which the planner does not read: it would compare them with statistics of all
  // workspaces. Without them it takes each condition to be rare, and the workspace to be of the usual size.
  const held = indexed.trigrams
    ? (bind: Bind) => rarest.map((text) => `lower(c.email) LIKE (SELECT ${bind(`%${text}%`)}::text)`).join(' AND ')
    : (bind: Bind) => `short_parts(lower(c.email)) @> (SELECT ${bind(rarest)}::text[])`;
  const [scope, value] = rows.scope;
  return (bind) => `SELECT ${rows.columns} FROM ${rows.from}
    WHERE ${scope} = (SELECT ${bind(value)}::text) AND ${held(bind)}`;
}

/** The parts for one of the two indexes that are the rarest in the sample. */
function rarestOf(parts: readonly Part[], { counts }: Sample, trigrams: boolean) {
  return parts
    .map((part, at) => ({ ...part, count: counts[at] ?? 0 }))
    .filter((part) => part.trigrams === trigrams)
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

/** A piece of a searched text that an index finds. */
interface Part {
  readonly text: string;
  /** Whether it is a trigram of letters and digits, which pg_trgm finds; `short_parts` has the others. */
  readonly trigrams: boolean;
}

/** The parts of a text by which the indexes find it; `text` is in lower case as PostgreSQL writes it. */
function partsOf(text: string): readonly Part[] {
  const words = windowsOf(text, 3).filter((part) => /^[a-z0-9]+$/.test(part));
  const pairs = windowsOf(text, 2);
  return [
    ...spread(words).map((part) => ({ text: part, trigrams: true })),
    ...spread(pairs.length > 0 ? pairs : [text]).map((part) => ({ text: part, trigrams: false })),
  ];
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
