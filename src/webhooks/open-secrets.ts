import { LRUCache } from 'lru-cache';
import type { App } from '../context.ts';
import { type SigningKey, signingKey } from './sign-webhook.ts';

const keysKept = 3_000;
const opened = new WeakMap<App, LRUCache<string, SigningKey>>();

/** Opens secrets that were read sealed. Which are live is read each time; only their opening is kept. */
export function openSecrets(app: App, ids: readonly string[], sealed: readonly Buffer[]): readonly SigningKey[] {
  const cache = opened.get(app) ?? new LRUCache<string, SigningKey>({ max: keysKept });
  opened.set(app, cache);
  return ids.map((id, position) => {
    const key = cache.get(id) ?? signingKey(id, app.secrets.open(sealed[position] ?? Buffer.alloc(0)));
    cache.set(id, key);
    return key;
  });
}
