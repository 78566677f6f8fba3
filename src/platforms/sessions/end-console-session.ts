import type { App } from '../../context.ts';
import { isSessionToken, sessionHash } from './console-session.ts';

/** Ends a session in every process at once. Repeating does no harm. */
export async function endConsoleSession(app: App, token: string): Promise<void> {
  if (!isSessionToken(token)) return;
  await app.db.pool.query('DELETE FROM console_sessions WHERE token_hash = $1', [sessionHash(token)]);
}
