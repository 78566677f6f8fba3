import { z } from 'zod';
import type { Platform, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { listWork } from '../db/lists/list-work.ts';
import { type Bind, type FoundIds, readByIndexes, walk } from '../db/lists/walk.ts';
import { parseInput } from '../ground/input/input.ts';
import { searchFilter } from '../ground/lists/filter-texts.ts';
import {
  type Counted,
  countOf,
  type Keyset,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
} from '../ground/lists/keyset.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;

const filters = z.object({ search: searchFilter(searchMaxLength) });

/** Two orders are those of the ids, which begin with the time of creation. */
const directions = { newest_first: 'desc', oldest_first: 'asc', name: 'asc' } as const;
export type PlatformOrder = keyof typeof directions;

/** SQL: the place of a platform `p` by name, which ends with its id; `platforms_name_idx` has the same expression. */
const placeByName = `((lower(p.name) || chr(9) || p.id) COLLATE "C")`;

/** A platform with its place in the order of the list. */
type Listed = Platform & { readonly place: string };

interface Wanted {
  readonly search?: string | null | undefined;
  readonly order: PlatformOrder;
}

/**
 * For the operator: the platforms (docs/rules.md#list-work). `search`: part of the name in any case. Rejects with
 * `validation_failed`.
 */
export async function listPlatforms(
  app: App,
  { search, order }: Wanted,
  window: PageWindow,
  query: Prisma.PlatformDefaultArgs = {},
): Promise<ListPart<Listed>> {
  const page = keyset(window, directions[order]);
  const found = await findPlaces(app, { search, order }, page);
  const rows = await app.db.prisma.platform.findMany({
    ...query,
    where: { id: { in: found.ids.map(idOf) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const inOrder = found.ids.flatMap((place) => {
    const row = byId.get(idOf(place));
    return row ? [{ ...row, place }] : [];
  });
  return partOf(inOrder, found);
}

/** The id of a platform, with which its place ends. */
const idOf = (place: string) => place.slice(-26);

/** Counts the platforms that `listPlatforms` lists, up to `limit`. */
export async function countPlatforms(app: App, { search }: Pick<Wanted, 'search'>, limit: number): Promise<Counted> {
  return countOf(await findPlaces(app, { search, order: 'newest_first' }, wholeList(limit)));
}

function findPlaces(app: App, { search: given, order }: Wanted, page: Keyset): Promise<FoundIds> {
  const { search = null } = parseInput(filters, { search: given });
  return readByIndexes(app.db, (client) => findPlatformPlaces(client, { search, order, page }));
}

interface PlatformQuestion {
  readonly search: string | null;
  readonly order: PlatformOrder;
  readonly page: Keyset;
}

/** Returns the places of a page in the order of the list. */
export function findPlatformPlaces(client: Queryable, { search, order, page }: PlatformQuestion): Promise<FoundIds> {
  const key = order === 'name' ? placeByName : 'p.id';
  const index = { from: 'platforms p', alias: 'p', key, columns: ['p.name'], prefix: [] };
  if (search === null) return walk(client, index, { page, rows: page.take });
  const keep = (bind: Bind) => `position(lower(${bind(search)}) IN lower(p.name)) > 0`;
  return walk(client, index, { page, keep, rows: listWork.first + listWork.further });
}
