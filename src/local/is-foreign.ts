import type { IncomingMessage } from 'node:http';
import { isForeignPage, isLoopbackHost, namesLoopback } from '../ground/ports/loopback.ts';

/**
 * Whether another website sent the request to a page of this machine from the reader's browser. A link may lead here from
 * anywhere (docs/rules.md#pages-of-the-local-run). `host`: where the page listens.
 */
export function isForeign({ headers }: IncomingMessage, host: string): boolean {
  if (isLoopbackHost(host) && !namesLoopback(headers.host)) return true;
  const opens = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return isForeignPage(opens ? { ...headers, 'sec-fetch-site': 'none' } : headers);
}
