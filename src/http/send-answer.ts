/** Sends a JSON response. */
import type { ServerResponse } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: no content. */
  readonly body?: unknown;
  /** The body as JSON, where it was written elsewhere. */
  readonly bytes?: Uint8Array;
}

/** Sends `answer`; does nothing when the client has disconnected. Dates become UTC with milliseconds and `Z`. */
export function sendAnswer(response: ServerResponse, { status, headers, body, bytes: written }: Answer): void {
  if (response.destroyed) return;
  const bytes = written ?? (body === undefined ? null : Buffer.from(JSON.stringify(body)));
  response.writeHead(status, {
    ...headers,
    // Responses hold addresses of people, and each secret once: no cache may store them.
    'Cache-Control': 'no-store',
    ...(bytes ? { 'Content-Type': 'application/json', 'Content-Length': bytes.length } : {}),
  });
  response.end(bytes);
}
