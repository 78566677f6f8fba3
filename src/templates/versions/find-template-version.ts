import type { Prisma, TemplateVersion } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { notFound } from '../../ground/errors/errors.ts';

/** Returns one version of an event type's template; throws `not_found` when there is no such version. */
export async function findTemplateVersion(
  ctx: Ctx,
  { eventTypeId, version }: { readonly eventTypeId: string; readonly version: number },
  query: Prisma.TemplateVersionDefaultArgs = {},
): Promise<TemplateVersion> {
  const found = await ctx.app.db.prisma.templateVersion.findUnique({
    ...query,
    where: { platformId_eventTypeId_version: { platformId: ctx.platformId, eventTypeId, version } },
  });
  if (!found) throw notFound('templateVersion');
  return found;
}

/** Returns one version by the name of its event type; throws `not_found`. */
export async function findVersion(
  ctx: Ctx,
  { eventType, version }: { readonly eventType: string; readonly version: number },
  query: Prisma.TemplateVersionDefaultArgs = {},
): Promise<TemplateVersion> {
  const { id: eventTypeId } = await findEventType(ctx, eventType);
  if (version < 1) throw notFound('templateVersion');
  return findTemplateVersion(ctx, { eventTypeId, version }, query);
}
