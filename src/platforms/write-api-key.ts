import type { Queryable } from '../db/pool.ts';
import { newId } from '../ids.ts';
import { apiKeyHash, newApiKeyToken } from './api-key-token.ts';

/** A key as the answer that makes it shows it: the only time that the secret is seen. */
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

/** Makes a key of a platform that exists; stores its hash alone. */
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
