import type { App } from '../context.ts';
import { apiKeyHash } from './api-key-token.ts';
import { authenticateKey } from './authenticate-key.ts';
import { newSessionToken, sessionHash, sessionLifetime } from './console-session.ts';
import { isOperatorToken, operatorCredential } from './operator-credential.ts';

export interface OpenedSession {
  /** For the cookie; the database keeps only the hash. */
  readonly token: string;
  readonly operator: boolean;
  readonly expiresAt: Date;
}

/** Exchanges an API key or the operator token for a session; null when the credential is not in force. */
export async function openConsoleSession(app: App, credential: string): Promise<OpenedSession | null> {
  const operator = isOperatorToken(app, credential);
  if (!operator && (await authenticateKey(app, credential)) === null) return null;
  const token = newSessionToken();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + sessionLifetime);
  const credentialHash = operator ? operatorCredential(app) : apiKeyHash(credential);
  await app.db.pool.query(
    `INSERT INTO console_sessions (token_hash, operator, credential_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [sessionHash(token), operator, credentialHash, now, expiresAt],
  );
  return { token, operator, expiresAt };
}
