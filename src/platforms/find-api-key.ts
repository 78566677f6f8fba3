import type { ApiKey, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ApiKeyPlace } from './revoke-api-key.ts';

/** One key of one platform; `not_found` else. `query` is Pothos' selection. */
export async function findApiKey(
  app: App,
  { platformId, id }: ApiKeyPlace,
  query: Prisma.ApiKeyDefaultArgs = {},
): Promise<ApiKey> {
  const found = await app.db.prisma.apiKey.findUnique({ ...query, where: { platformId_id: { platformId, id } } });
  if (!found) throw notFound('apiKey');
  return found;
}
