import type { ApiKey, Prisma } from '../../../prisma/generated/client.ts';
import type { Viewer } from '../../context.ts';

/** Returns the keys with these ids, in any order: of any platform for the operator, of its own platform for a key. */
export function findApiKeysById(
  { app, operator, platformId }: Viewer,
  ids: readonly string[],
  query: Prisma.ApiKeyDefaultArgs = {},
): Promise<ApiKey[]> {
  const own = operator ? {} : { platformId: platformId ?? '' };
  return app.db.prisma.apiKey.findMany({ ...query, where: { ...own, id: { in: [...ids] } } });
}
