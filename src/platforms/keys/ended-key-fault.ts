import type { App } from '../../context.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { keyFault } from './key-fault.ts';

interface KeyPlace {
  readonly platformId: string;
  readonly apiKeyId: string | null;
}

/** Returns the error for a key that ended after its request was authenticated: its platform was suspended, or itself. */
export async function endedKeyFault(app: App, { platformId, apiKeyId }: KeyPlace): Promise<DomainError> {
  const { rows } = await app.db.pool.query(
    'SELECT FROM api_keys WHERE platform_id = $1 AND id = $2 AND revoked_at IS NULL AND suspended_at IS NOT NULL',
    [platformId, apiKeyId],
  );
  return rows.length === 0 ? keyFault('notInForce') : new DomainError('platform_suspended');
}
