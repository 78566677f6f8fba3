import type { App } from '../../context.ts';
import { apiKeyHash, isApiKeyToken } from './api-key-token.ts';
import type { KeyHolder } from './key-answers.ts';

/** Returns the holder of the key `token`; null when the key is malformed, unknown, revoked or expired. */
export async function authenticateKey(app: App, token: string): Promise<KeyHolder | null> {
  return isApiKeyToken(token) ? holderOfHash(app, apiKeyHash(token)) : null;
}

/** Returns the holder of the key with this hash; null when the key is unknown, revoked or expired. */
export async function holderOfHash(app: App, hash: Uint8Array): Promise<KeyHolder | null> {
  const { meters, keyAnswers } = app.parts;
  const name = Buffer.from(hash).toString('base64');
  meters.caches.add('api_keys', keyAnswers.has(name) ? 'hit' : 'miss');
  const { key } = await keyAnswers.forceFetch(name);
  if (key === null) return null;
  if (key.expiresAt !== null && key.expiresAt <= app.clock.now()) return null;
  const { platformId, apiKeyId: id } = key.holder;
  app.parts.keyUses.note({ platformId, id, at: app.clock.now() });
  return key.holder;
}

/** Clears the cached lookups of this process, so that a revocation takes effect here at once. */
export function forgetKeys(app: App): void {
  app.parts.keyAnswers.clear();
}
