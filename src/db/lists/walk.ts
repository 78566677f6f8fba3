/**
 * Reads of bounded size for filtered lists (docs/rules.md#list-work). The planner cannot choose them: its statistics
 * cover all workspaces, so they say nothing about a value that is frequent in one workspace and absent in another. Here
 * the statement names the index, by the only order that it has, and the settings of the transaction rule out the other
 * ways.
 */
import type { Keyset } from '../../ground/lists/keyset.ts';
import type { Db, Queryable } from '../connections/pool.ts';
import { requestLimits } from '../connections/time-limits.ts';
import { indexesOnly } from '../index-settings.ts';

/** Adds a value to a statement; returns its parameter. */
export type Bind = (value: unknown) => string;

/** Makes a part of a statement. */
export type Sql = (bind: Bind) => string;

/** Ids in the order of the list. `end`: see `ListPart` of src/ground/lists/keyset.ts. */
export interface FoundIds {
  readonly ids: readonly string[];
  readonly end: string | null;
}

/** A column of an index, with the value that is read. */
export interface IndexColumn {
  readonly column: string;
  /** Null, in the last column alone: `IS NULL`. */
  readonly value: string | Uint8Array | null;
  /** PostgreSQL's type; text by default. */
  readonly type?: string;
}

/** A column of an index that is compared with an expression. */
export interface ComparedColumn {
  readonly column: string;
  readonly sql: string;
}

/** An index, without its last column when that is the key of the list. */
export interface IndexPart {
  /** Table and alias. */
  readonly from: string;
  readonly prefix: readonly (IndexColumn | ComparedColumn)[];
  /** Condition of a partial index. */
  readonly only?: string;
}

export interface WalkedIndex extends IndexPart {
  /** The last column of the index: the key of the list. */
  readonly key: string;
  /** Alias of the walked rows in `keep`. */
  readonly alias: string;
  /** Further columns that `keep` reads. */
  readonly columns?: readonly string[];
  /** A row of another table for each walked row: `LEFT JOIN LATERAL (…) ON true`. */
  readonly joined?: Sql;
}

/** A text index gives a bitmap. With rows this expensive, the index that finds the fewest rows is the cheapest. */
const withBitmaps = 'SET LOCAL enable_bitmapscan = on; SET LOCAL cpu_tuple_cost = 1000';
const withoutBitmaps = 'SET LOCAL enable_bitmapscan = off; SET LOCAL cpu_tuple_cost TO DEFAULT';

/** Runs `work` in a transaction whose statements read by indexes alone. */
export function readByIndexes<Result>(db: Pick<Db, 'transaction'>, work: (client: Queryable) => Promise<Result>) {
  return db.transaction(work, requestLimits, indexesOnly);
}

/**
 * Walks the rows of an index in the order of the list, at most `rows` of them, until `page.take` of them meet `keep`.
 */
export async function walk(
  client: Queryable,
  index: WalkedIndex,
  { page, keep, rows: most }: { readonly page: Keyset; readonly keep?: Sql; readonly rows: number },
): Promise<FoundIds> {
  const { query, values } = build((bind) => {
    const limit = bind(most);
    const { alias, joined } = index;
    // The rows keep the order of the index: a window without a key and a nested loop change none. A row counts before
    // `keep` is asked, so the last one shows that the walk ended at its limit.
    return `SELECT id, place, kept FROM (
              SELECT ${alias}.id, ${alias}.place, (${keep?.(bind) ?? 'true'}) AS kept
              FROM (SELECT near.*, row_number() OVER () AS place
                    FROM (${orderedRows(index, { page, bind, limit })}) near) ${alias}
              ${joined ? `LEFT JOIN LATERAL ${joined(bind)} ON true` : ''}
              OFFSET 0) walked
            WHERE kept OR place = ${limit} LIMIT ${bind(page.take)}`;
  });
  const { rows } = await client.query<{ id: string; place: string; kept: boolean | null }>(query, values);
  const ids = rows.filter(({ kept }) => kept).map(({ id }) => id);
  const last = rows.at(-1);
  const ended = ids.length < page.take && Number(last?.place) === most;
  return { ids, end: ended ? (last?.id ?? null) : null };
}

/** Continues a walk that ended at its limit. */
export function pageAfter(page: Keyset, { ids, end }: FoundIds): Keyset {
  if (end === null) return page;
  const range = page.direction === 'asc' ? { ...page.range, gt: end } : { ...page.range, lt: end };
  return { ...page, range, take: page.take - ids.length };
}

interface Gathering {
  readonly page: Keyset;
  /** Rows of an index, in any order. */
  readonly candidates: Sql;
  /** Candidates that are read, at most. */
  readonly rows: number;
  /** Whether a text index, or another one that gives a bitmap, finds the candidates. */
  readonly byText?: boolean;
  /** SQL after FROM, over the table `found` of candidates; gives the ids of the list as `c.id`. */
  readonly from?: Sql;
  readonly keep?: Sql;
}

/** Returns the page from all candidates of an index; null when there are more of them than may be read. */
export async function gather(client: Queryable, gathering: Gathering): Promise<FoundIds | null> {
  const { page, candidates, rows: most, byText = false, from = () => 'found c', keep = () => 'true' } = gathering;
  const { query, values } = build(
    (bind) => `WITH found AS MATERIALIZED (${candidates(bind)} LIMIT ${bind(most + 1)}),
      picked AS MATERIALIZED (
        SELECT DISTINCT c.id FROM ${from(bind)}
        WHERE (SELECT count(*) FROM found) <= ${bind(most)} AND ${inRange('c.id', page, bind)} AND ${keep(bind)})
      SELECT (SELECT count(*) FROM found)::int AS seen, ARRAY(
        SELECT id FROM picked ORDER BY id ${page.direction} LIMIT ${bind(page.take)}) AS ids`,
  );
  if (byText) await client.query(withBitmaps);
  const { rows } = await client.query<{ seen: number; ids: string[] }>(query, values);
  const [all] = rows;
  if (all && all.seen <= most) return { ids: all.ids, end: null };
  if (byText) await client.query(withoutBitmaps);
  return null;
}

interface Ordered {
  readonly page: Keyset;
  readonly bind: Bind;
  /** SQL. */
  readonly limit: string;
  /** SQL: the key after which the rows are sought, within the page. */
  readonly after?: string;
}

/** SQL: the first rows of a page in the order of the list, with their key as `id`. */
export function orderedRows(index: WalkedIndex, { page, bind, limit, ...sought }: Ordered): string {
  const { key, columns = [], from } = index;
  const { where, order } = inOrder({ ...index, page, bind, ...sought });
  return `SELECT ${[`${key} AS id`, ...columns].join(', ')} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${limit}`;
}

/** SQL: the rows of an index with the values of `prefix`, in the order of the index; `further`: its other columns. */
export function rowsOfIndex(index: IndexPart, columns: string, bind: Bind, further: readonly string[] = []): string {
  const { where, order } = inOrder({ ...index, further, bind });
  return `SELECT ${columns} FROM ${index.from} WHERE ${where} ORDER BY ${order}`;
}

/** SQL: whether an index has a row with the values of `prefix`. OFFSET 0 keeps the lookup of a row from being a join. */
export function isInIndex(index: IndexPart, bind: Bind): string {
  return `EXISTS (${rowsOfIndex(index, '1', bind)} OFFSET 0)`;
}

interface Order extends IndexPart {
  readonly further?: readonly string[];
  readonly key?: string;
  readonly page?: Keyset;
  readonly after?: string;
  readonly bind: Bind;
}

/**
 * The conditions and the order of an index. The last column of `prefix` is compared as a range: with an equal sign, the
 * planner would leave the column out of the order, and so could take another index that has the order of the key. The
 * columns before have an equal sign: a range of rows does not end at the nulls of its second column. The key is compared
 * alone as well: PostgreSQL leaves out partitions by that, and not by a comparison of rows.
 */
function inOrder(parts: Order): { readonly where: string; readonly order: string } {
  const { prefix, further = [], key, page, after, only = 'true', bind } = parts;
  const direction = page?.direction ?? 'asc';
  const keys = key === undefined ? [] : [key];
  const order = [...prefix.map(({ column }) => column), ...further, ...keys]
    .map((column) => `${column} ${direction}`)
    .join(', ');
  const values = prefix.map((part) => sqlOf(part, bind));
  const equal = prefix.slice(0, -1).map(({ column }, at) => `${column} = ${values[at]}`);
  const [last, value] = [prefix.at(-1), values.at(-1)];
  const ofKey = () => (key !== undefined && page ? inRange(key, page, bind) : 'true');
  if (last === undefined) return { where: `${only} AND ${ofKey()}`, order };
  if (value === 'NULL') return { where: [only, ...equal, `${last.column} IS NULL`, ofKey()].join(' AND '), order };
  const bound = (open: '<' | '>', edge: string | undefined) =>
    edge === undefined || key === undefined
      ? `${last.column} ${open}= ${value}`
      : `ROW(${last.column}, ${key}) ${open} ROW(${value}, ${edge})`;
  const given = (edge: string | undefined) => (edge === undefined ? undefined : bind(edge));
  const above = direction === 'asc' && after !== undefined ? after : given(page?.range.gt);
  const below = direction === 'desc' && after !== undefined ? after : given(page?.range.lt);
  return { where: [only, ...equal, bound('>', above), bound('<', below), ofKey()].join(' AND '), order };
}

function sqlOf(part: IndexColumn | ComparedColumn, bind: Bind): string {
  if ('sql' in part) return part.sql;
  return part.value === null ? 'NULL' : `${bind(part.value)}::${part.type ?? 'text'}`;
}

export function inRange(column: string, { range }: Keyset, bind: Bind): string {
  const below = range.lt === undefined ? 'true' : `${column} < ${bind(range.lt)}`;
  const above = range.gt === undefined ? 'true' : `${column} > ${bind(range.gt)}`;
  return `${below} AND ${above}`;
}

/** SQL: whether all conditions hold. */
export const allOf =
  (conditions: readonly Sql[]): Sql =>
  (bind) =>
    conditions.map((condition) => condition(bind)).join(' AND ');

/** Makes a statement with its values. */
export function build(sql: Sql): { readonly query: string; readonly values: unknown[] } {
  const values: unknown[] = [];
  return { query: sql((value) => `$${values.push(value)}`), values };
}
