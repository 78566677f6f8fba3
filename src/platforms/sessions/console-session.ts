/**
 * A session of the console: a random token in a cookie, whose hash the database keeps (docs/rules.md#console-session).
 * src/http/console/session-cookie.ts has the cookie and says which requests may use it.
 */

import { hash, randomBytes } from 'node:crypto';
import { hour } from '../../ground/time/durations.ts';

/** Time after which a session ends; milliseconds. */
export const sessionLifetime = 8 * hour;
/** Sessions of one API key, or of the operator token, at once. The next sign-in ends the oldest. */
export const sessionsAtOnce = 20;
/** Random bytes of a token. */
const tokenBytes = 32;
const shape = /^[\w-]{43}$/;

export function newSessionToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Whether `token` has the form of a session's token. */
export function isSessionToken(token: string): boolean {
  return shape.test(token);
}

/** Returns the stored hash: SHA-256. The token is random, so it needs no slow hash. */
export function sessionHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
