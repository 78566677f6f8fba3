import { z } from 'zod';
import type { Platform, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { listWork } from '../db/list-work.ts';
import { type FoundIds, readByIndexes, walk } from '../db/walk.ts';
import { parseInput, textFilter } from '../input.ts';
import {
  type Counted,
  countOf,
  type Keyset,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
} from '../page.ts';

/** Characters (docs/rules.md#list-filters). */
const searchMaxLength = 255;

const filters = z.object({ search: textFilter(searchMaxLength) });

/** Orders of the list; each is that of the ids, which begin with the time of creation. */
const directions = { newest_first: 'desc', oldest_first: 'asc' } as const;
export type PlatformOrder = keyof typeof directions;

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
): Promise<ListPart<Platform>> {
  const page = keyset(window, directions[order]);
  const found = await findIds(app, search, page);
  const rows = await app.db.prisma.platform.findMany({
    ...query,
    where: { id: { in: [...found.ids] } },
    orderBy: { id: page.direction },
  });
  return partOf(rows, found);
}

/** Counts the platforms that `listPlatforms` lists, up to `limit`. */
export async function countPlatforms(app: App, { search }: Wanted, limit: number): Promise<Counted> {
  return countOf(await findIds(app, search, wholeList(limit)));
}

function findIds(app: App, given: string | null | undefined, page: Keyset): Promise<FoundIds> {
  const { search } = parseInput(filters, { search: given });
  const index = { from: 'platforms p', alias: 'p', key: 'p.id', columns: ['p.name'], prefix: [] };
  return readByIndexes(app.db, (client) =>
    search == null
      ? walk(client, index, { page, rows: page.take })
      : walk(client, index, {
          page,
          keep: (bind) => `position(lower(${bind(search)}) IN lower(p.name)) > 0`,
          rows: listWork.first + listWork.further,
        }),
  );
}
