import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** Gives the response a fresh id, which its error and the log line have too (docs/rules.md#request-id). */
export function giveRequestId(response: ServerResponse): string {
  const requestId = randomUUID();
  response.setHeader('Request-Id', requestId);
  return requestId;
}
