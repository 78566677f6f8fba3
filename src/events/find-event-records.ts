import type { Ctx } from '../context.ts';
import { mintedAt } from '../ground/ids.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { ownRows } from '../tenant/own-rows.ts';
import type { EmitRecord } from './emit-record.ts';
import { findRecordedCopies } from './find-recorded-copies.ts';
import { toEmitRecord } from './to-emit-record.ts';

/**
 * Returns the records of the platform's kept events with these ids, in any order, with the present states of their
 * messages. Rows are found by the index of `created_at`, which an id begins with (docs/rules.md#ids).
 */
export async function findEventRecords(ctx: Ctx, ids: readonly string[]): Promise<EmitRecord[]> {
  const times = ids.flatMap((id) => mintedAt(id)?.getTime() ?? []);
  const { app } = ctx;
  const gt = keptSince(eventLifetime, app.clock.now());
  const createdAt = { in: [...new Set(times)].map((time) => new Date(time)), gt };
  const events = await app.db.prisma.event.findMany({
    where: { ...ownRows(ctx), createdAt, id: { in: [...ids] }, copyOf: null },
    omit: { payload: true },
    include: { message: { omit: { values: true } } },
  });
  const messageIds = events.flatMap(({ message }) => message?.id ?? []);
  const copies = new Map((await findRecordedCopies(ctx, messageIds)).map((found) => [found.id, found.copies]));
  return events.map((event) => toEmitRecord(event, event.message, copies.get(event.message?.id ?? '') ?? []));
}
