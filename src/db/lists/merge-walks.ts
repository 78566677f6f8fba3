/**
 * Walks several parts of a table as one list (docs/rules.md#list-work): the messages of all workspaces of a platform
 * have no common index in the order of their ids, but each workspace has one (docs/rules.md#lists-over-workspaces).
 * First the head of each part is read; the rows of a page lie in the parts with the nearest heads. A part that has more
 * rows than were read of it blocks the others, and gets more room in the next step.
 */
import type { Keyset } from '../../ground/lists/keyset.ts';
import type { Queryable } from '../connections/pool.ts';
import { parallelParts } from './list-work.ts';
import { build, type FoundIds, orderedRows, pageAfter, type Sql, type WalkedIndex } from './walk.ts';

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

/** Growth of the room of a part that blocks the others. */
const growth = 4;

/** Walks the parts in the order of the list, until `page.take` rows meet `keep` or `rows` rows were examined. */
export async function mergeWalks(client: Queryable, merging: Merging): Promise<FoundIds> {
  const { parts, page, keep, rows: most } = merging;
  const partsAStep = Math.min(page.take, parallelParts.atOnce);
  const steps = Math.max(2, Math.floor(parallelParts.heads / Math.max(1, parts.length)));
  const rooms = new Map<string, number>();
  let ids: readonly string[] = [];
  let left = page;
  let examined = 0;
  for (let step = 0; step < steps && examined < most; step += 1) {
    const heads = await readHeads(client, merging, left, partsAStep + 1);
    const near = heads.slice(0, partsAStep);
    if (near.length === 0) return { ids, end: null };
    const beyond = heads[partsAStep]?.id ?? null;
    const roomAtFirst = keep ? Math.ceil(most / near.length / 2) : page.take;
    const room = ({ part }: Head) => Math.min(rooms.get(part) ?? roomAtFirst, most);
    const found = await readStep(client, merging, {
      page: beyond === null ? left : before(left, beyond),
      parts: near.map((head) => ({ part: head.part, room: room(head) })),
    });
    ids = [...ids, ...found.ids];
    examined += found.examined;
    if (ids.length >= page.take) return { ids, end: null };
    const end = found.stopped ?? (beyond === null ? null : found.last);
    if (end === null) return { ids, end: null };
    for (const head of near.filter(({ part }) => found.blocking.includes(part)))
      rooms.set(head.part, room(head) * growth);
    left = pageAfter(left, { ids: found.ids, end });
    if (step === steps - 1 || examined >= most) return { ids, end };
  }
  throw new Error('A walk of parts ends in its loop');
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

/** The first row of a part. */
interface Head {
  readonly part: string;
  readonly id: string;
}

/** Returns the nearest heads in the order of the list. */
async function readHeads(
  client: Queryable,
  { parts, index }: Merging,
  page: Keyset,
  limit: number,
): Promise<readonly Head[]> {
  const { query, values } = build(
    (bind) => `SELECT part.id AS part, head.id FROM unnest(${bind(parts)}::text[]) part (id)
      CROSS JOIN LATERAL (${orderedRows(index('part.id'), { page, bind, limit: '1' })}) head
      ORDER BY head.id ${page.direction} LIMIT ${bind(limit)}`,
  );
  return (await client.query<Head>(query, values)).rows;
}

interface Step {
  readonly page: Keyset;
  readonly parts: readonly { readonly part: string; readonly room: number }[];
}

interface Stepped {
  readonly ids: readonly string[];
  readonly examined: number;
  /** The nearest row at which the room of a part ended: rows beyond it may be missing. Null: every part ended. */
  readonly stopped: string | null;
  /** The last row of all. */
  readonly last: string | null;
  /** Parts whose room ended. */
  readonly blocking: readonly string[];
}

async function readStep(client: Queryable, { index, keep }: Merging, { page, parts }: Step): Promise<Stepped> {
  const [nearest, furthest, within] = page.direction === 'desc' ? ['max', 'min', '>='] : ['min', 'max', '<='];
  const { query, values } = build((bind) => {
    const walked = index('part.id');
    const { alias } = walked;
    const given = `unnest(${bind(parts.map(({ part }) => part))}::text[], ${bind(parts.map(({ room }) => room))}::int[])`;
    return `WITH walked AS MATERIALIZED (
        SELECT part.id AS part, ${alias}.id, ${alias}.place = part.room AS ends, (${keep?.(bind) ?? 'true'}) AS kept
        FROM ${given} part (id, room)
        CROSS JOIN LATERAL (
          SELECT near.*, row_number() OVER () AS place
          FROM (${orderedRows(walked, { page, bind, limit: 'part.room' })}) near) ${alias}
      ), edge AS MATERIALIZED (SELECT ${nearest}(id) AS id FROM walked WHERE ends)
      SELECT (SELECT id FROM edge) AS stopped, (SELECT ${furthest}(id) FROM walked) AS last,
        (SELECT count(*)::int FROM walked) AS examined, ARRAY(SELECT part FROM walked WHERE ends) AS blocking,
        ARRAY(SELECT id FROM walked
              WHERE kept AND ((SELECT id FROM edge) IS NULL OR id ${within} (SELECT id FROM edge))
              ORDER BY id ${page.direction} LIMIT ${bind(page.take)}) AS ids`;
  });
  const { rows } = await client.query<Stepped>(query, values);
  const [stepped] = rows;
  if (!stepped) throw new Error('A step of a walk gave no row');
  return stepped;
}

/** The rows of `page` that come before a key. */
function before(page: Keyset, key: string): Keyset {
  const range = page.direction === 'desc' ? { ...page.range, gt: key } : { ...page.range, lt: key };
  return { ...page, range };
}
