import type { Platform, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { keyset, type PageWindow } from '../page.ts';

/** For the operator: the platforms, newest first. */
export function listPlatforms(
  app: App,
  window: PageWindow,
  query: Prisma.PlatformDefaultArgs = {},
): Promise<Platform[]> {
  const { range, direction, take } = keyset(window, 'desc');
  return app.db.prisma.platform.findMany({ ...query, where: { id: range }, orderBy: { id: direction }, take });
}

/** Counts the platforms, up to `limit`. */
export function countPlatforms(app: App, limit: number): Promise<number> {
  return app.db.prisma.platform.count({ take: limit });
}
