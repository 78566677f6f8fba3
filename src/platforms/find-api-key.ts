import type { ApiKey, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ApiKeyPlace } from './revoke-api-key.ts';

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
