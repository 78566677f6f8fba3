/** Sends a JSON response. */
import type { ServerResponse } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: no content. */
  readonly body?: unknown;
}

/** Sends `answer`; does nothing when the client has disconnected. Dates become UTC with milliseconds and `Z`. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    // Responses hold addresses of people, and each secret once: no cache may store them.
    'Cache-Control': 'no-store',
    ...(bytes ? { 'Content-Type': 'application/json', 'Content-Length': bytes.length } : {}),
  });
  response.end(bytes);
}
