import type { File, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';

/** Returns a file of the platform that has not expired; throws `not_found` otherwise. `query` is Pothos' selection. */
export async function findFile(ctx: Ctx, id: string, query: Prisma.FileDefaultArgs = {}): Promise<File> {
  const { app, platformId } = ctx;
  if (!isId(id)) throw notFound('file');
  const found = await app.db.prisma.file.findUnique({
    ...query,
    where: { platformId_id: { platformId, id }, expiresAt: { gt: app.clock.now() } },
  });
  if (!found) throw notFound('file');
  return found;
}
