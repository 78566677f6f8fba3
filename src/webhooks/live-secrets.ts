import { LRUCache } from 'lru-cache';
import type { App } from '../context.ts';
import type { LiveSecret } from './sign-webhook.ts';

const secretsKept = 3_000;
const opened = new WeakMap<App, LRUCache<string, string>>();

/** The platform's live secrets, oldest first. Which are live is read each time; only their opening is kept. */
export async function liveSecrets(app: App, platformId: string): Promise<readonly LiveSecret[]> {
  const cache = opened.get(app) ?? new LRUCache<string, string>({ max: secretsKept });
  opened.set(app, cache);
  const { rows } = await app.db.pool.query<{ id: string; secret_sealed: Buffer }>(
    'SELECT id, secret_sealed FROM webhook_secrets WHERE platform_id = $1 ORDER BY id',
    [platformId],
  );
  return rows.map(({ id, secret_sealed }) => {
    const secret = cache.get(id) ?? app.secrets.open(secret_sealed);
    cache.set(id, secret);
    return { id, secret };
  });
}
