/** What the adapter has to say, and how it goes out. */
import type { ServerResponse } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: no content. */
  readonly body?: unknown;
}

/** Sends `answer` whole; says nothing to a client that has gone. Timestamps go out as UTC with milliseconds and `Z`. */
export function sendAnswer(response: ServerResponse, answer: Answer, headers: Readonly<Record<string, string>>): void {
  if (response.destroyed) return;
  const bytes = answer.body === undefined ? null : Buffer.from(JSON.stringify(answer.body));
  response.writeHead(answer.status, {
    ...headers,
    ...answer.headers,
    // Answers hold people's addresses, and secrets once: no cache on the way keeps them.
    'Cache-Control': 'no-store',
    ...(bytes ? { 'Content-Type': 'application/json', 'Content-Length': bytes.length } : {}),
  });
  response.end(bytes);
}
