import type { App } from '../context.ts';
import { notFound } from '../errors.ts';
import { forgetKeys } from './authenticate-key.ts';

/** Where a key is. */
export interface ApiKeyPlace {
  readonly platformId: string;
  readonly id: string;
}

/** For the operator: ends a key, in this process at once and in others within a second. Repeating it is harmless. */
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
