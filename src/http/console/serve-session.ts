/**
 * Signing in to the console and out of it: `/console/session`. GET says who is signed in, POST exchanges a credential for
 * a cookie, DELETE ends the session.
 */
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { App } from '../../context.ts';
import { DomainError, invalid } from '../../ground/errors/errors.ts';
import { keyFault } from '../../platforms/keys/key-fault.ts';
import { endConsoleSession } from '../../platforms/sessions/end-console-session.ts';
import { findConsoleSession } from '../../platforms/sessions/find-console-session.ts';
import { openConsoleSession, readSessionCredential } from '../../platforms/sessions/open-console-session.ts';
import { readJsonBody } from '../bodies/read-json-body.ts';
import type { Door } from '../door.ts';
import type { Exchange } from '../exchange.ts';
import { localKeyFor } from '../local-key.ts';
import { sendAnswer } from '../send-answer.ts';
import { isFromConsole, sessionCookie, sessionFor } from './session-cookie.ts';

/** A credential and its JSON: bytes, and values. */
const bodyLimits = { bytes: 4_096, nodes: 10 };

/** `local`: the key of the demo platform, where the page may have it (src/http/may-show-local-key.ts). */
const signInInput = z.union([
  z.strictObject({ credential: z.string().min(1).max(1_024) }),
  z.strictObject({ local: z.literal(true) }),
]);

/** Rejects with the error that the response shows. */
export async function serveSession(app: App, door: Door, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const { method } = request;
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') {
    response.setHeader('Allow', 'GET, POST, DELETE');
    throw new DomainError('method_not_allowed');
  }
  if (!isFromConsole(app, request)) throw new DomainError('forbidden', 'Only the page of the console may ask this.');
  if (method === 'POST') return signIn(app, door, exchange);
  const token = sessionFor(app, request);
  if (method === 'DELETE') {
    if (token !== undefined) await endConsoleSession(app, token);
    response.setHeader('Set-Cookie', sessionCookie(app, null));
    return sendAnswer(response, { status: 204 });
  }
  const found = token === undefined ? null : await findConsoleSession(app, token);
  if (found) return sendSession(response, { operator: found.holder === null, expiresAt: found.expiresAt });
  // The page then offers the local key; it is no error to be signed out.
  sendAnswer(response, { status: 200, body: { signed_in: false, local_key: localKeyFor(app, request) !== null } });
}

async function signIn(app: App, door: Door, { request, response }: Exchange): Promise<void> {
  const { failedSignIns, bodyRoom } = app.parts;
  const address = request.socket.remoteAddress ?? '';
  const terms = { limits: bodyLimits, headers: request.headers, platformId: 'console', room: bodyRoom };
  const { value, release } = await readJsonBody(request, terms);
  response.once('close', release);
  const input = signInInput.safeParse(value);
  if (!input.success) throw invalid({ credential: ['must be an API key or the operator token'] });
  const credential = 'local' in input.data ? localKeyFor(app, request) : input.data.credential;
  const known = credential === null ? null : await readSessionCredential(app, credential);
  if (known === null) {
    // Behind a proxy all callers have one address: whoever has a credential must not be locked out by those without.
    const retryAfter = failedSignIns.blockedFor(address);
    if (retryAfter !== null) throw new DomainError('rate_limited', 'Too many failed sign-ins.', { retryAfter });
    failedSignIns.add(address);
    throw keyFault('notInForce');
  }
  await door.takeTokens(known, response, 1);
  const opened = await openConsoleSession(app, known);
  response.setHeader('Set-Cookie', sessionCookie(app, opened.token));
  sendSession(response, opened);
}

function sendSession(
  response: ServerResponse,
  { operator, expiresAt }: { readonly operator: boolean; readonly expiresAt: Date },
): void {
  sendAnswer(response, { status: 200, body: { signed_in: true, operator, expires_at: expiresAt } });
}
