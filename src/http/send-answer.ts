/** Sends a JSON response. */
import type { ServerResponse } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: no content. */
  readonly body?: unknown;
}

/** Sends `answer` whole; does nothing when the client has gone. Dates become UTC with milliseconds and `Z`. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    // Responses hold people's addresses, and secrets once: no cache on the way keeps them.
    'Cache-Control': 'no-store',
    ...(bytes ? { 'Content-Type': 'application/json', 'Content-Length': bytes.length } : {}),
  });
  response.end(bytes);
}
