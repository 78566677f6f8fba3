import type { Prisma, TemplateVersion } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { createdIn, keyset, type PageWindow, type TimeRange } from '../../ground/lists/keyset.ts';

/** Versions of the template of the event type with this name. */
interface WantedVersions extends TimeRange {
  readonly eventType: string;
}

/**
 * Returns the versions of an event type's template, newest first; the keys of `window` are version numbers. A type
 * without a template has none. Throws `not_found` when there is no such event type.
 */
export async function listTemplateVersions(
  ctx: Ctx,
  { eventType, ...times }: WantedVersions,
  window: PageWindow,
  query: Prisma.TemplateVersionDefaultArgs = {},
): Promise<TemplateVersion[]> {
  const { id } = await findEventType(ctx, eventType);
  const { range, direction, take } = keyset(window, 'desc');
  return ctx.app.db.prisma.templateVersion.findMany({
    ...query,
    where: {
      platformId: ctx.platformId,
      eventTypeId: id,
      ...createdIn(times),
      version: {
        ...(range.lt === undefined ? {} : { lt: Number(range.lt) }),
        ...(range.gt === undefined ? {} : { gt: Number(range.gt) }),
      },
    },
    orderBy: { version: direction },
    take,
  });
}

/** Counts the versions of an event type's template, up to `limit`. Throws `not_found`. */
export async function countTemplateVersions(
  ctx: Ctx,
  { eventType, ...times }: WantedVersions,
  limit: number,
): Promise<number> {
  const { id } = await findEventType(ctx, eventType);
  const where = { platformId: ctx.platformId, eventTypeId: id, ...createdIn(times) };
  return ctx.app.db.prisma.templateVersion.count({ where, take: limit });
}

/**
 * Bytes of compositions and translations on one page; a single version has at most 2 MiB (docs/rules.md#template-size).
 */
const pageMaxBytes = 8 * 1024 * 1024;

/**
 * Returns how many versions of `window` fit on one page with their content: at least one, if there is any. The page
 * ends there, and its cursor leads to the rest.
 */
export async function versionsThatFit(ctx: Ctx, wanted: WantedVersions, window: PageWindow): Promise<number> {
  const select = { version: true, contentBytes: true };
  const rows = await listTemplateVersions(ctx, wanted, window, { select });
  return rowsWithin(rows);
}

/** Returns how many of the first rows hold less content than a page may: at least one. */
export function rowsWithin(rows: readonly { readonly contentBytes: number }[]): number {
  let bytes = 0;
  const fitting = rows.filter(({ contentBytes }, index) => {
    bytes += contentBytes;
    return index === 0 || bytes <= pageMaxBytes;
  });
  return Math.max(1, fitting.length);
}
