/**
 * Walks several parts of a table as one list (docs/rules.md#list-work): the messages of all workspaces of a platform
 * have no common index in the order of their ids, but each workspace has one (docs/rules.md#lists-over-workspaces).
 * First the head of each part is read; the rows of a page lie in the parts with the nearest heads. Each further step reads
 * on in the parts that were read least far, up to where the next one was read. A part that has more rows than a step has
 * room for gets more room in the next.
 */
import type { Keyset } from '../../ground/lists/keyset.ts';
import type { Queryable } from '../connections/pool.ts';
import { parallelParts } from './list-work.ts';
import { build, type FoundIds, orderedRows, type Sql, type WalkedIndex } from './walk.ts';

/** The index of one part; `part` is the SQL of its value in the first column. */
export type PartIndex = (part: string) => WalkedIndex;

interface Merging {
  /** Values of the first column of the index: the parts. */
  readonly parts: readonly string[];
  readonly index: PartIndex;
  readonly page: Keyset;
  readonly keep?: Sql;
  /** Rows that are examined, about: a step that began is finished. */
  readonly rows: number;
}

/** Rows that are read for each that is examined, at most: some are behind the end of a part that had no more room. */
const readMost = 2.5;
/** Growth of the room of a part that has more rows than it had room for, and of the parts of a step that fills no page. */
const growth = 4;

/** Walks the parts in the order of the list, until `page.take` rows meet `keep` or `rows` rows were examined. */
export async function mergeWalks(client: Queryable, merging: Merging): Promise<FoundIds> {
  const { parts, page, keep, rows: most } = merging;
  const sign = page.direction === 'desc' ? -1 : 1;
  const order = (one: string, other: string) => (one < other ? -sign : one > other ? sign : 0);
  const atOnceMost = keep ? Math.floor(most / 2 / parallelParts.leastRoom) : parallelParts.atOnce;
  let atOnce = Math.min(page.take, parallelParts.atOnce, atOnceMost);
  const ids: string[] = [];
  let ahead: readonly WalkedRow[] = [];
  let pending: readonly WalkedPart[] = parts.map((part) => ({ part, room: 1, readTo: null }));
  let [examined, read, lookups] = [0, 0, 0];
  let haveAhead = false;
  let last: string | null = null;
  for (let step = 0; pending.length > 0; step += 1) {
    const start = pending[0]?.readTo ?? null;
    const behind = pending.filter(({ readTo }) => readTo === start).length;
    // Those that are at one place stay together. Once all have rows ahead, few more are needed.
    const further = haveAhead ? Math.min(atOnce, Math.ceil(pending.length / 4)) : atOnce;
    const near = pending.slice(0, behind + further);
    const edge = pending[near.length]?.readTo ?? null;
    const room = step === 0 ? 1 : keep ? Math.ceil(most / near.length / 2) : page.take;
    const given = near.map((part) => ({ ...part, room: Math.min(Math.max(part.room, room), most) }));
    const found = await readParts(client, merging, given, between(page, start, edge));
    if (step > 0) {
      atOnce = Math.min(atOnce * growth, atOnceMost);
      haveAhead ||= edge === null;
    }
    lookups += near.length;
    // The heads of all parts are no rows of the page yet.
    if (step > 0) read += found.length;
    pending = [...furtherOf(given, found, edge), ...pending.slice(near.length)].sort((one, other) =>
      order(one.readTo ?? '', other.readTo ?? ''),
    );
    const whole = pending[0]?.readTo ?? null;
    const rows = [...ahead, ...found].sort((one, other) => order(one.id, other.id));
    const known = whole === null ? rows.length : rows.filter(({ id }) => order(id, whole) <= 0).length;
    for (const { id, kept } of rows.slice(0, known)) {
      examined += 1;
      last = id;
      if (kept) ids.push(id);
      if (ids.length >= page.take) return { ids, end: null };
    }
    ahead = rows.slice(known);
    const isDone = examined >= most || read >= most * readMost || (step > 1 && lookups >= parallelParts.lookups);
    if (isDone && last !== null) return { ids, end: pending.length > 0 || ahead.length > 0 ? last : null };
  }
  return { ids, end: null };
}

/** Counts the rows of all parts up to `limit`, and stops there. */
export async function countParts(
  client: Queryable,
  { parts, index, page }: Pick<Merging, 'parts' | 'index' | 'page'>,
): Promise<number> {
  const { query, values } = build(
    (bind) => `SELECT count(*)::int AS rows FROM (
      SELECT FROM unnest(${bind(parts)}::text[]) part (id)
      CROSS JOIN LATERAL (${orderedRows(index('part.id'), { page, bind, limit: bind(page.take) })}) c
      LIMIT ${bind(page.take)}) counted`,
  );
  const { rows } = await client.query<{ rows: number }>(query, values);
  return rows[0]?.rows ?? 0;
}

interface WalkedRow {
  readonly part: string;
  readonly id: string;
  readonly kept: boolean | null;
}

/** A part that may have further rows. */
interface WalkedPart {
  readonly part: string;
  /** Rows that the next step reads of it, at most. */
  readonly room: number;
  /** The key up to which its rows are known; null: none are. */
  readonly readTo: string | null;
}

/** The parts that have further rows, once `found` was read of them, up to the key `edge` or to their ends. */
function furtherOf(
  parts: readonly WalkedPart[],
  found: readonly WalkedRow[],
  edge: string | null,
): readonly WalkedPart[] {
  const rowsOf = Map.groupBy(found, ({ part }) => part);
  return parts.flatMap(({ part, room }) => {
    const rows = rowsOf.get(part) ?? [];
    const last = rows.at(-1);
    if (last !== undefined && rows.length >= room) return { part, room: room * growth, readTo: last.id };
    return edge === null ? [] : { part, room, readTo: edge };
  });
}

/** The keys of `page` after `start` and before `edge`, in the order of the list. */
function between(page: Keyset, start: string | null, edge: string | null): Keyset {
  const [beyond, within] = page.direction === 'desc' ? (['lt', 'gt'] as const) : (['gt', 'lt'] as const);
  const range = {
    ...page.range,
    ...(start === null ? {} : { [beyond]: start }),
    ...(edge === null ? {} : { [within]: edge }),
  };
  return { ...page, range };
}

/** The next rows of the parts, each behind those that were read of it. Those of a part keep the order of its index. */
async function readParts(
  client: Queryable,
  { index, keep }: Merging,
  parts: readonly WalkedPart[],
  page: Keyset,
): Promise<readonly WalkedRow[]> {
  const after = parts[0]?.readTo == null ? {} : { after: 'part.read_to' };
  const { query, values } = build((bind) => {
    const walked = index('part.id');
    const { alias } = walked;
    const arrays = [parts.map(({ part }) => part), parts.map(({ room }) => room), parts.map(({ readTo }) => readTo)];
    const [ids, rooms, ends] = arrays.map((array) => bind(array));
    return `SELECT part.id AS part, ${alias}.id, (${keep?.(bind) ?? 'true'}) AS kept
      FROM unnest(${ids}::text[], ${rooms}::int[], ${ends}::text[]) part (id, room, read_to)
      CROSS JOIN LATERAL (${orderedRows(walked, { page, bind, limit: 'part.room', ...after })}) ${alias}`;
  });
  return (await client.query<WalkedRow>(query, values)).rows;
}
