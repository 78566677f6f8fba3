/** Whose API keys this process was asked about lately. Requests that come at once with one key share one query. */
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/pool.ts';

/** The platform that a key opens the service for. */
export interface KeyHolder {
  readonly platformId: string;
  readonly apiKeyId: string;
}

export interface KeyAnswer {
  /** Null: no live key has this hash. */
  readonly key: { readonly holder: KeyHolder; readonly expiresAt: Date | null } | null;
}

/** By the hash of the key, in base64. */
export type KeyAnswers = LRUCache<string, KeyAnswer>;

/**
 * Milliseconds that an answer is kept, from its query on: a revoked key stops within a second in every process
 * (docs/rules.md#key-revocation).
 */
const answerLife = 750;
/** Keys remembered at once; unknown keys take a place too. */
const answersKept = 10_000;

export function createKeyAnswers(db: Db): KeyAnswers {
  return new LRUCache({
    max: answersKept,
    ttl: answerLife,
    ttlResolution: 0,
    // Requests that wait when the cache is cleared get the answer that they asked for; it is not kept.
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

async function findKey(db: Db, hash: Buffer): Promise<KeyAnswer> {
  const { rows } = await db.pool.query<{ platform_id: string; id: string; expires_at: Date | null }>(
    'SELECT platform_id, id, expires_at FROM api_keys WHERE token_hash = $1 AND revoked_at IS NULL',
    [hash],
  );
  const [row] = rows;
  return { key: row ? { holder: { platformId: row.platform_id, apiKeyId: row.id }, expiresAt: row.expires_at } : null };
}
