import type { Event } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { mintedAt } from '../ground/ids.ts';
import { ownRows } from '../tenant/own-rows.ts';

/**
 * Returns the events of the platform with these ids, in any order, without their payloads. Rows are found by the index
 * of `created_at`, which an id begins with (docs/rules.md#ids).
 */
export function findEventsById(ctx: Ctx, ids: readonly string[]): Promise<Omit<Event, 'payload'>[]> {
  return ctx.app.db.prisma.event.findMany({ where: whereIds(ctx, ids), omit: { payload: true } });
}

function whereIds(ctx: Ctx, ids: readonly string[]) {
  const times = ids.flatMap((id) => mintedAt(id)?.getTime() ?? []);
  const createdAt = { in: [...new Set(times)].map((time) => new Date(time)) };
  return { ...ownRows(ctx), createdAt, id: { in: [...ids] } };
}
