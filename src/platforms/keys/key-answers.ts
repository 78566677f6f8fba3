/** Recent lookups of API keys by this process. Simultaneous requests with one key share one query. */
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/connections/pool.ts';
import type { Scope } from './scopes.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly keyAnswers: KeyAnswers;
  }
}

/** The platform of a key, and what the key may do there. */
export interface KeyHolder {
  readonly platformId: string;
  readonly apiKeyId: string;
  readonly scopes: readonly Scope[];
  /** The only workspace that exists for the key; null: all workspaces of the platform. */
  readonly workspaceId: string | null;
  /** Whether the platform is suspended. */
  readonly isSuspended: boolean;
}

export interface KeyAnswer {
  /** Null: no live key has this hash. */
  readonly key: { readonly holder: KeyHolder; readonly expiresAt: Date | null } | null;
}

/** By the hash of the key, in base64. */
export type KeyAnswers = LRUCache<string, KeyAnswer>;

/**
 * Milliseconds from its query for which a lookup is remembered: a revoked key stops within a second in every process
 * (docs/rules.md#key-revocation).
 */
const answerLife = 750;
/** Keys remembered at once; unknown keys count too. */
const answersKept = 10_000;

export function createKeyAnswers(db: Db): KeyAnswers {
  return new LRUCache({
    max: answersKept,
    ttl: answerLife,
    ttlResolution: 0,
    // Requests that wait while the cache is cleared still get their result, which is not cached.
    ignoreFetchAbort: true,
    async fetchMethod(hash, _stale, { options }) {
      const asked = performance.now();
      const answer = await findKey(db, Buffer.from(hash, 'base64'));
      // A slow query may have seen a key that was revoked since. The cache takes 0 for no limit.
      options.ttl = Math.max(1, Math.floor(answerLife - (performance.now() - asked)));
      return answer;
    },
  });
}

interface KeyRow extends Omit<KeyHolder, 'scopes'> {
  /** Joined by spaces: the driver does not parse arrays of an enum. */
  readonly scopes: string;
  readonly expiresAt: Date | null;
}

async function findKey(db: Db, hash: Buffer): Promise<KeyAnswer> {
  const { rows } = await db.pool.query<KeyRow>(
    `SELECT platform_id AS "platformId", id AS "apiKeyId", array_to_string(scopes, ' ') AS scopes,
            workspace_id AS "workspaceId", expires_at AS "expiresAt", suspended_at IS NOT NULL AS "isSuspended"
     FROM api_keys WHERE token_hash = $1 AND revoked_at IS NULL`,
    [hash],
  );
  const [row] = rows;
  if (!row) return { key: null };
  const { expiresAt, ...holder } = row;
  return { key: { holder: { ...holder, scopes: holder.scopes.split(' ') as Scope[] }, expiresAt } };
}
