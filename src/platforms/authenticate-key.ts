import type { App } from '../context.ts';
import { apiKeyHash, isApiKeyToken } from './api-key-token.ts';
import type { KeyHolder } from './key-answers.ts';

/** Returns the holder of the key `token`; null when the key is malformed, unknown, revoked or expired. */
export async function authenticateKey(app: App, token: string): Promise<KeyHolder | null> {
  if (!isApiKeyToken(token)) return null;
  const { key } = await app.parts.keyAnswers.forceFetch(apiKeyHash(token).toString('base64'));
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
