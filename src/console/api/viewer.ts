/** Who is signed in, as the service says. */
import { ask, faultFrom, readJson, send } from './ask.ts';
import { type ApiKeyScope, CurrentKeyDocument } from './operations.ts';

export interface Viewer {
  readonly operator: boolean;
  readonly expiresAt: string;
  /** The key that signed in; null for the operator. */
  readonly key: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly ApiKeyScope[];
    readonly platform: { readonly id: string; readonly name: string };
    /** The only workspace that exists for the key; null: all of the platform. */
    readonly workspace: { readonly id: string; readonly name: string } | null;
  } | null;
}

export interface SignedOut {
  /** Whether this service offers the key of its demo platform to this browser. */
  readonly localKey: boolean;
}

interface SentSession {
  readonly signed_in: boolean;
  readonly operator?: boolean;
  readonly expires_at?: string;
  readonly local_key?: boolean;
}

interface SentRefusal {
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
}

export type Credential = { readonly credential: string } | { readonly local: true };

/** Null: the page has asked by itself, or taken what was asked ahead. */
let ahead: Promise<Viewer | SignedOut> | null | undefined;

/** Asks before the page does; null where the page has asked already. */
export function readViewerAhead(): Promise<Viewer | SignedOut> | null {
  if (ahead === undefined) ahead = askViewer();
  return ahead;
}

export function readViewer(): Promise<Viewer | SignedOut> {
  const reading = ahead ?? askViewer();
  ahead = null;
  return reading;
}

async function askViewer(): Promise<Viewer | SignedOut> {
  const session = await askSession('GET');
  if (!session.signed_in) return { localKey: session.local_key ?? false };
  const { operator = false, expires_at: expiresAt = '' } = session;
  if (operator) return { operator, expiresAt, key: null };
  const { currentKey } = await ask(CurrentKeyDocument, {}, { platform: null });
  return { operator, expiresAt, key: currentKey ?? null };
}

export function isSignedIn(viewer: Viewer | SignedOut): viewer is Viewer {
  return 'operator' in viewer;
}

/** GET says who is signed in, POST signs in, DELETE signs out. */
export async function askSession(method: string, body?: Credential): Promise<SentSession> {
  const response = await send('/console/session', {
    method,
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (response.status === 204) return { signed_in: false };
  if (response.ok) return readJson<SentSession>(response);
  const { code, message, request_id: requestId } = await readJson<SentRefusal>(response);
  throw faultFrom(response, message, { code, requestId });
}
