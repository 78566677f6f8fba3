import type { App } from '../../context.ts';
import { holderOfHash } from '../keys/authenticate-key.ts';
import type { KeyHolder } from '../keys/key-answers.ts';
import { operatorRightsOfHash } from '../keys/operator-credential.ts';
import { isSessionToken, sessionHash } from './console-session.ts';

export interface FoundSession {
  /** The API key that signed in; null: the operator. */
  readonly holder: KeyHolder | null;
  /** Whether it is the operator's token that changes nothing. */
  readonly readsOnly: boolean;
  readonly expiresAt: Date;
}

/**
 * Returns the session of `token`; null when the session is unknown or over, or when its API key or operator token is no
 * longer in force (docs/rules.md#console-session).
 */
export async function findConsoleSession(app: App, token: string): Promise<FoundSession | null> {
  if (!isSessionToken(token)) return null;
  const { rows } = await app.db.pool.query<{ operator: boolean; credential_hash: Buffer; expires_at: Date }>(
    'SELECT operator, credential_hash, expires_at FROM console_sessions WHERE token_hash = $1 AND expires_at > $2',
    [sessionHash(token), app.clock.now()],
  );
  const [row] = rows;
  if (!row) return null;
  if (row.operator) {
    const rights = operatorRightsOfHash(app, row.credential_hash);
    return rights && { holder: null, readsOnly: rights === 'reads', expiresAt: row.expires_at };
  }
  const holder = await holderOfHash(app, row.credential_hash);
  return holder && { holder, readsOnly: false, expiresAt: row.expires_at };
}
