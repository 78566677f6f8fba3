import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import type { EmitRecord } from './emit-record.ts';
import { findRecordedCopies } from './find-recorded-copies.ts';
import { toEmitRecord } from './to-emit-record.ts';

/** Returns the record of an emit, with the current state of its message. Rejects with `not_found`. */
export async function findEvent(ctx: Ctx, workspacePath: string, id: string): Promise<EmitRecord> {
  const workspace = await findWorkspace(ctx, workspacePath);
  const event = await ctx.app.db.prisma.event.findUnique({
    where: {
      workspaceId_id: { workspaceId: workspace.id, id },
      // The rows of a copy are no emit.
      copyOf: null,
      createdAt: { gt: keptSince(eventLifetime, ctx.app.clock.now()) },
    },
    include: { message: true },
  });
  if (!event) throw notFound('event');
  const { message } = event;
  const [found] = await findRecordedCopies(ctx, message === null ? [] : [message.id]);
  return toEmitRecord(event, message, found?.copies ?? []);
}
