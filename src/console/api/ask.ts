/** One operation of src/console/operations, sent to /graphql with the session's cookie. */
import { words } from '../words.ts';
import { Fault, type FieldErrors } from './fault.ts';
import type { TypedDocumentString } from './operations.ts';

export type Document<Data, Variables> = TypedDocumentString<Data, Variables>;

export interface AskOptions {
  /** The platform that an operator looks at; null for an API key, which has one. */
  readonly platform: string | null;
  readonly signal?: AbortSignal;
}

export interface SentError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly requestId?: string; readonly errors?: FieldErrors };
}

interface Sent<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly SentError[];
}

/** The header shows the service that its own page sent the request, which no other site can. */
export const consoleHeaders = { 'Tidings-Console': '1' } as const;

/** Rejects with a `Fault` when any field of the operation fails. */
export async function ask<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { platform, signal }: AskOptions,
): Promise<Data> {
  const response = await send('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json',
      ...(platform === null ? {} : { 'Tidings-Platform': platform }),
    },
    body: JSON.stringify({ query: String(document), variables }),
    ...(signal ? { signal } : {}),
  });
  const { data, errors } = await readJson<Sent<Data>>(response);
  const [error] = errors ?? [];
  if (error) throw faultFrom(response, error.message, error.extensions);
  if (data === undefined || data === null) throw unreadable(response);
  return data;
}

/** Sends a request of the page. Rejects with a `Fault` when no response comes. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, {
      ...init,
      credentials: 'same-origin',
      headers: { ...consoleHeaders, ...(init.headers as Readonly<Record<string, string>> | undefined) },
    });
  } catch (error) {
    // A page that is left cancels its requests.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Fault({ code: 'offline', message: words.faults.offline });
  }
}

export async function readJson<Body>(response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch {
    throw unreadable(response);
  }
}

export function faultFrom(
  response: Response,
  message: string,
  { code = 'unreadable', requestId, errors = {} }: NonNullable<SentError['extensions']> = {},
): Fault {
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new Fault({
    code,
    message,
    requestId: requestId ?? response.headers.get('Request-Id'),
    errors,
    retryAfter: retryAfter > 0 ? retryAfter : null,
  });
}

function unreadable(response: Response): Fault {
  return faultFrom(response, words.faults.unreadable(response.status));
}
