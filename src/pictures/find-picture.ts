import type { Picture, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';

/** Returns a picture of the platform; throws `not_found` otherwise. `query` is Pothos' selection. */
export async function findPicture(
  { app, platformId }: Ctx,
  id: string,
  query: Prisma.PictureDefaultArgs = {},
): Promise<Picture> {
  if (!isId(id)) throw notFound('picture');
  const found = await app.db.prisma.picture.findUnique({
    ...query,
    where: { platformId_id: { platformId, id } },
  });
  if (!found) throw notFound('picture');
  return found;
}
