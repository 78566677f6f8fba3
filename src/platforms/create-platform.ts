import type { App } from '../context.ts';
import { newId } from '../ground/ids.ts';
import { parseInput } from '../ground/input/input.ts';
import { usualScopes as scopes } from './keys/scopes.ts';
import { type CreatedApiKey, writeApiKey } from './keys/write-api-key.ts';
import { platformCreate } from './platform-input.ts';

const firstKeyName = 'default';

/** For the operator: creates a platform and its first key. Rejects with `validation_failed`. */
export async function createPlatform(
  app: App,
  input: unknown,
): Promise<{ readonly id: string; readonly apiKey: CreatedApiKey }> {
  const { name } = parseInput(platformCreate, input);
  const now = app.clock.now();
  const id = newId(now);
  const apiKey = await app.db.transaction(async (client) => {
    await client.query('INSERT INTO platforms (id, name, created_at) VALUES ($1, $2, $3)', [id, name, now]);
    return writeApiKey(client, { platformId: id, name: firstKeyName, scopes, workspaceId: null, now, expiresAt: null });
  });
  return { id, apiKey };
}
