import type { App } from '../context.ts';
import { notFound } from '../errors.ts';
import { forgetKeys } from './authenticate-key.ts';

/** The platform and the id of a key. */
export interface ApiKeyPlace {
  readonly platformId: string;
  readonly id: string;
}

/**
 * For the operator: revokes a key, in this process at once and in others within a second
 * (docs/rules.md#key-revocation). Repeating does no harm.
 */
export async function revokeApiKey(app: App, id: string): Promise<ApiKeyPlace> {
  const { rows } = await app.db.pool.query<{ platform_id: string }>(
    'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING platform_id',
    [id, app.clock.now()],
  );
  forgetKeys(app);
  const [row] = rows;
  if (!row) throw notFound('apiKey');
  return { platformId: row.platform_id, id };
}
