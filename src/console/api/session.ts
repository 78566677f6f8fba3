/** Signing in and out, and who is signed in. */
import { queryOptions } from '@tanstack/react-query';
import { ask, faultFrom, readJson, send } from './ask.ts';
import { type ApiKeyScope, CurrentKeyDocument } from './operations.ts';
import { queryClient } from './query-client.ts';

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

export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: readViewer,
  staleTime: Number.POSITIVE_INFINITY,
});

async function readViewer(): Promise<Viewer | SignedOut> {
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

export async function signIn(credential: Credential): Promise<void> {
  await askSession('POST', credential);
  queryClient.clear();
}

export async function signOut(): Promise<void> {
  await askSession('DELETE');
  queryClient.clear();
}

async function askSession(method: string, body?: Credential): Promise<SentSession> {
  const response = await send('/console/session', {
    method,
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (response.status === 204) return { signed_in: false };
  if (response.ok) return readJson<SentSession>(response);
  const { code, message, request_id: requestId } = await readJson<SentRefusal>(response);
  throw faultFrom(response, message, { code, requestId });
}
