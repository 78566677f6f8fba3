import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import type { EmitRecord } from './emit-record.ts';
import { toEmitRecord } from './to-emit-record.ts';

/** Returns the record of an emit, with the current state of its message. Rejects with `not_found`. */
export async function findEvent(ctx: Ctx, workspacePath: string, id: string): Promise<EmitRecord> {
  const workspace = await findWorkspace(ctx, workspacePath);
  const event = await ctx.app.db.prisma.event.findUnique({
    where: {
      workspaceId_id: { workspaceId: workspace.id, id },
      createdAt: { gt: keptSince(eventLifetime, ctx.app.clock.now()) },
    },
    include: { message: true },
  });
  if (!event) throw notFound('event');
  return toEmitRecord(event, event.message);
}
