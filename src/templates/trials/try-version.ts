import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { examplesOf } from '../../event-types/saved-examples.ts';
import { templateScope } from '../../event-types/template-scope.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { loadTemplate } from '../compiled-template.ts';
import { compilerOfNow } from '../present-surroundings.ts';
import { findTemplateVersion } from '../versions/find-template-version.ts';
import { type TemplateTrial, tryTemplate } from './try-template.ts';

/** Like `tryVersion`, by the name of the event type; null stands for the current version. */
export async function tryNamedVersion(
  ctx: Ctx,
  { eventType, version }: { readonly eventType: string; readonly version: number | null },
): Promise<TemplateTrial> {
  const { id: eventTypeId, templateVersion } = await findEventType(ctx, eventType);
  const wanted = version ?? templateVersion;
  if (wanted === null) throw notFound('template');
  return tryVersion(ctx, { eventTypeId, version: wanted });
}

/**
 * Renders a saved version with the latest payloads of its type; the compiled version stays in the cache for the
 * messages that follow.
 */
export async function tryVersion(
  ctx: Ctx,
  { eventTypeId, version }: { readonly eventTypeId: string; readonly version: number },
): Promise<TemplateTrial> {
  const { id } = await findTemplateVersion(ctx, { eventTypeId, version }, { select: { id: true } });
  const { currentVersion, examples } = await ctx.app.db.prisma.eventType.findFirstOrThrow({
    where: { platformId: ctx.platformId, id: eventTypeId },
  });
  const { fields } = await templateScope(ctx.app.db.pool, ctx, { id: eventTypeId, currentVersion });
  const { content } = await loadTemplate(ctx.app, ctx.platformId, id);
  const compile = await compilerOfNow(ctx, { content, versionId: id });
  return tryTemplate(ctx, { eventTypeId, fields, examples: examplesOf(examples), content, compile });
}
