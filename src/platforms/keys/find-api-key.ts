import type { ApiKey, Prisma } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';

/** The platform and the id of a key. */
export interface ApiKeyPlace {
  readonly platformId: string;
  readonly id: string;
}

/** Returns one key of one platform; throws `not_found` when there is none. `query` is Pothos' selection. */
export async function findApiKey(
  app: App,
  { platformId, id }: ApiKeyPlace,
  query: Prisma.ApiKeyDefaultArgs = {},
): Promise<ApiKey> {
  const found = await app.db.prisma.apiKey.findUnique({ ...query, where: { platformId_id: { platformId, id } } });
  if (!found) throw notFound('apiKey');
  return found;
}
