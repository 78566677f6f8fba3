import type { Prisma, TemplateVersion } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { findEventType } from '../event-types/find-event-type.ts';
import { notFound } from '../ground/errors/errors.ts';
import { findTemplateVersion } from './versions/find-template-version.ts';

/**
 * Returns the current version of an event type's template; throws `not_found` when the type has none, or does not
 * exist.
 */
export async function findTemplate(
  ctx: Ctx,
  eventType: string,
  query: Prisma.TemplateVersionDefaultArgs = {},
): Promise<TemplateVersion> {
  const { id, templateVersion } = await findEventType(ctx, eventType);
  if (templateVersion === null) throw notFound('template');
  return findTemplateVersion(ctx, { eventTypeId: id, version: templateVersion }, query);
}
