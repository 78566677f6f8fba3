/**
 * The rights of the sender of a request over API keys (docs/rules.md#making-keys): a key makes and changes no key that
 * has more rights, or a longer life, than itself.
 */
import type { App, Viewer } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { endedKeyFault } from './ended-key-fault.ts';
import { findApiKey } from './find-api-key.ts';
import { holds, type Scope, scopes } from './scopes.ts';

export type KeyMaker = Pick<Viewer, 'platformId' | 'apiKeyId' | 'operator'>;

export const theOperator: KeyMaker = { platformId: null, apiKeyId: null, operator: true };

export interface MakerRights {
  readonly scopes: readonly Scope[];
  /** The keys that it makes expire at this time or earlier; null: at any time or never. */
  readonly expiresAt: Date | null;
}

/** Reads the rights that a new key can have at most. */
export async function makerRights(app: App, { platformId, apiKeyId, operator }: KeyMaker): Promise<MakerRights> {
  if (operator) return { scopes, expiresAt: null };
  if (platformId === null || apiKeyId === null) throw new DomainError('forbidden');
  return findApiKey(app, { platformId, id: apiKeyId });
}

/**
 * Rejects when the maker was revoked or expired, or its platform suspended, since its request was authenticated. A
 * revocation that comes later waits until the transaction ends.
 */
export async function checkInForce(app: App, client: Queryable, { platformId, apiKeyId, operator }: KeyMaker) {
  if (operator || platformId === null) return;
  const { rowCount } = await client.query(
    `SELECT FROM api_keys WHERE platform_id = $1 AND id = $2 AND revoked_at IS NULL AND suspended_at IS NULL
       AND coalesce(expires_at > $3, true) FOR SHARE`,
    [platformId, apiKeyId, app.clock.now()],
  );
  if (rowCount === 0) throw await endedKeyFault(app, { platformId, apiKeyId });
}

/** Rejects with `forbidden` when a key would have more rights, or a longer life, than its maker. */
export function checkWithin(rights: MakerRights, key: MakerRights): void {
  const beyond = key.scopes.filter((scope) => !holds(rights.scopes, scope));
  if (beyond.length > 0) {
    throw new DomainError('forbidden', `A key grants no scope that it lacks: ${beyond.join(', ')}.`);
  }
  if (rights.expiresAt !== null && (key.expiresAt === null || key.expiresAt > rights.expiresAt)) {
    throw new DomainError('forbidden', `A key grants no longer life than its own: ${rights.expiresAt.toISOString()}.`);
  }
}
