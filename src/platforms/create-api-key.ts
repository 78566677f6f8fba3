import type { App } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseInput } from '../input.ts';
import { findPlatform } from './find-platform.ts';
import { apiKeyCreate } from './platform-input.ts';
import { type CreatedApiKey, writeApiKey } from './write-api-key.ts';

/** For the operator: creates another key of a platform. Rejects with `not_found`, `validation_failed`. */
export async function createApiKey(app: App, input: unknown): Promise<CreatedApiKey> {
  const { platformId, name, expiresAt = null } = parseInput(apiKeyCreate, input);
  const now = app.clock.now();
  if (expiresAt !== null && expiresAt <= now) throw invalid({ expiresAt: ['must be in the future'] });
  await findPlatform(app, platformId);
  return writeApiKey(app.db.pool, { platformId, name, now, expiresAt });
}
