import type { Platform, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { notFound } from '../errors.ts';

/** The platform `id`, for the operator or for itself; `not_found` else. `query` is Pothos' selection. */
export async function findPlatform(app: App, id: string, query: Prisma.PlatformDefaultArgs = {}): Promise<Platform> {
  const found = await app.db.prisma.platform.findUnique({ ...query, where: { id } });
  if (!found) throw notFound('platform');
  return found;
}
