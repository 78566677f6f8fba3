import { z } from 'zod';
import type { EventType, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { parseInput } from '../ground/input/input.ts';
import { searchFilter } from '../ground/lists/filter-texts.ts';
import { createdIn, keyset, type PageWindow } from '../ground/lists/keyset.ts';

/** Characters: a name has no more. */
const searchMaxLength = 128;

const filters = z.object({
  search: searchFilter(searchMaxLength),
  from: z.date().nullish(),
  until: z.date().nullish(),
});

/** The platform's live event types, by name. `search`: part of the name, in any case. Rejects with `validation_failed`. */
export async function listEventTypes(
  ctx: Ctx,
  filter: unknown,
  window: PageWindow,
  query: Prisma.EventTypeDefaultArgs = {},
): Promise<EventType[]> {
  const { range, direction, take } = keyset(window, 'asc');
  return ctx.app.db.prisma.eventType.findMany({
    ...query,
    where: { ...listed(ctx, filter), AND: { name: range } },
    orderBy: { name: direction },
    take,
  });
}

/** Counts the platform's live event types, up to `limit`. */
export async function countEventTypes(ctx: Ctx, filter: unknown, limit: number): Promise<number> {
  return ctx.app.db.prisma.eventType.count({ where: listed(ctx, filter), take: limit });
}

function listed({ platformId }: Ctx, filter: unknown) {
  const { search, ...times } = parseInput(filters, filter);
  const name =
    search == null ? {} : { name: { contains: search.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const } };
  return { platformId, deletedAt: null, ...name, ...createdIn(times) };
}
