import type { Queryable } from '../db/pool.ts';
import { newId } from '../ids.ts';
import { apiKeyHash, newApiKeyToken } from './api-key-token.ts';

/** A new key as the response shows it; its secret is never shown again. */
export interface CreatedApiKey {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

interface ApiKeyWish {
  readonly platformId: string;
  readonly name: string;
  readonly now: Date;
  readonly expiresAt: Date | null;
}

/** Creates a key of an existing platform; stores only its hash. */
export async function writeApiKey(
  client: Queryable,
  { platformId, name, now, expiresAt }: ApiKeyWish,
): Promise<CreatedApiKey> {
  const id = newId(now);
  const secret = newApiKeyToken();
  await client.query(
    `INSERT INTO api_keys (platform_id, id, name, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [platformId, id, name, apiKeyHash(secret), now, expiresAt],
  );
  return { id, name, secret, createdAt: now, expiresAt };
}
