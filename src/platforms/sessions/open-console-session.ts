import type { App } from '../../context.ts';
import { apiKeyHash } from '../keys/api-key-token.ts';
import { authenticateKey } from '../keys/authenticate-key.ts';
import { operatorCredentialOf } from '../keys/operator-credential.ts';
import { newSessionToken, sessionHash, sessionLifetime, sessionsAtOnce } from './console-session.ts';

/** A credential in force. */
export interface SessionCredential {
  /** The platform of the key; null: the operator. */
  readonly platformId: string | null;
  readonly operator: boolean;
  readonly hash: Uint8Array;
}

export interface OpenedSession {
  /** For the cookie; the database keeps only the hash. */
  readonly token: string;
  readonly operator: boolean;
  readonly expiresAt: Date;
}

/** Recognises an API key or a token of the operator; null when the credential is not in force. */
export async function readSessionCredential(app: App, credential: string): Promise<SessionCredential | null> {
  const known = operatorCredentialOf(app, credential);
  if (known) return { platformId: null, operator: true, hash: known.hash };
  const holder = await authenticateKey(app, credential);
  return holder && { platformId: holder.platformId, operator: false, hash: apiKeyHash(credential) };
}

/** Opens a session of the credential, and ends the oldest of those that are then too many. */
export async function openConsoleSession(app: App, { operator, hash }: SessionCredential): Promise<OpenedSession> {
  const token = newSessionToken();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + sessionLifetime);
  // The deletion does not see the new row.
  await app.db.pool.query(
    `WITH opened AS (
       INSERT INTO console_sessions (token_hash, operator, credential_hash, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5)
     )
     DELETE FROM console_sessions WHERE token_hash IN (
       SELECT token_hash FROM console_sessions WHERE credential_hash = $3
       ORDER BY created_at DESC, token_hash OFFSET ${sessionsAtOnce - 1})`,
    [sessionHash(token), operator, hash, now, expiresAt],
  );
  return { token, operator, expiresAt };
}
