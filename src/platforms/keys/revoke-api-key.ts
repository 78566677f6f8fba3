import type { ApiKey } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { forgetKeys } from './authenticate-key.ts';
import type { ApiKeyPlace } from './find-api-key.ts';
import { type KeyMaker, theOperator } from './key-maker.ts';

/** Returns a key: of any platform for the operator, of its own platform for a key. Rejects with `not_found`. */
export async function placeOfKey(app: App, id: string, { operator, platformId }: KeyMaker): Promise<ApiKey> {
  const found = await app.db.prisma.apiKey.findFirst({
    where: { id, ...(operator ? {} : { platformId: platformId ?? '' }) },
  });
  if (!found) throw notFound('apiKey');
  return found;
}

/**
 * Revokes a key, in this process at once and in others within a second (docs/rules.md#key-revocation): any key for the
 * operator, one of its platform for a key. Repeating does no harm.
 */
export async function revokeApiKey(app: App, id: string, maker: KeyMaker = theOperator): Promise<ApiKeyPlace> {
  const { platformId } = await placeOfKey(app, id, maker);
  await app.db.transaction((client) =>
    client.query('UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3) WHERE platform_id = $1 AND id = $2', [
      platformId,
      id,
      app.clock.now(),
    ]),
  );
  forgetKeys(app);
  return { platformId, id };
}
