import type { Queryable } from '../../db/connections/pool.ts';
import { newId } from '../../ground/ids.ts';
import { apiKeyHash, newApiKeyToken } from './api-key-token.ts';
import type { Scope } from './scopes.ts';

/** A new key as the response shows it; its secret is never shown again. */
export interface CreatedApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly workspaceId: string | null;
  readonly secret: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

interface ApiKeyWish {
  readonly platformId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly workspaceId: string | null;
  readonly now: Date;
  readonly expiresAt: Date | null;
}

/**
 * Creates a key of an existing platform; stores only its hash. The lock of the platform's row makes a suspension come
 * wholly before the key or wholly after it.
 */
export async function writeApiKey(client: Queryable, wish: ApiKeyWish): Promise<CreatedApiKey> {
  const { platformId, name, scopes, workspaceId, now, expiresAt } = wish;
  const id = newId(now);
  const secret = newApiKeyToken();
  await client.query(
    `INSERT INTO api_keys (platform_id, id, name, token_hash, created_at, expires_at, scopes, workspace_id, suspended_at)
     SELECT id, $2, $3, $4, $5, $6, $7::text[]::api_key_scope[], $8, suspended_at FROM platforms WHERE id = $1 FOR SHARE`,
    [platformId, id, name, apiKeyHash(secret), now, expiresAt, scopes, workspaceId],
  );
  return { id, name, scopes, workspaceId, secret, createdAt: now, expiresAt };
}
