import type { Platform, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';

/**
 * Returns the platform `id`, for the operator or the platform itself; throws `not_found` when there is none. `query` is
 * Pothos' selection.
 */
export async function findPlatform(app: App, id: string, query: Prisma.PlatformDefaultArgs = {}): Promise<Platform> {
  const found = await app.db.prisma.platform.findUnique({ ...query, where: { id } });
  if (!found) throw notFound('platform');
  return found;
}
