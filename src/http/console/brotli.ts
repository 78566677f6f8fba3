/** How responses to the console are compressed (docs/rules.md#console-first-rows). */
import type { IncomingMessage } from 'node:http';

/** Whether a client takes responses in Brotli (RFC 9110, 12.5.3). */
export function takesBrotli({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /\bbr\b/.test(headers['accept-encoding'] ?? '');
}

/** Of eleven levels one that takes less than a millisecond for a page: each response is compressed anew. */
export const brotliLevel = 4;
