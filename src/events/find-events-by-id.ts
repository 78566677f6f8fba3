import type { Event } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { mintedAt } from '../ids.ts';
import type { EmitRecord } from './emit-record.ts';
import { toEmitRecord } from './to-emit-record.ts';

/**
 * Returns the events of the platform with these ids, in any order. Rows are found by the index of `created_at`, which
 * an id begins with (docs/rules.md#ids).
 */
export function findEventsById({ app, platformId }: Ctx, ids: readonly string[]): Promise<Event[]> {
  return app.db.prisma.event.findMany({ where: whereIds(platformId, ids) });
}

/** Returns the records of the platform's events with these ids, in any order, with the current state of their messages. */
export async function findRecordsById({ app, platformId }: Ctx, ids: readonly string[]): Promise<EmitRecord[]> {
  const events = await app.db.prisma.event.findMany({ where: whereIds(platformId, ids), include: { message: true } });
  return events.map((event) => toEmitRecord(event, event.message));
}

function whereIds(platformId: string, ids: readonly string[]) {
  const times = ids.flatMap((id) => mintedAt(id)?.getTime() ?? []);
  const createdAt = { in: [...new Set(times)].map((time) => new Date(time)) };
  return { createdAt, id: { in: [...ids] }, platformId };
}
