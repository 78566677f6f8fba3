/**
 * The headers with which every response restricts browsers: no loading, framing, posting, sniffing or referrers. A page
 * that needs more names exactly its needs (`contentPolicy`).
 */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const strictPolicy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
} as const;

/** The strict policy and the needs of a page, such as `{ 'style-src': "'self'" }`. */
export function contentPolicy(needs: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...strictPolicy, ...needs })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** Headers of every response; a page replaces `Content-Security-Policy`. */
export const strictHeaders = {
  'Content-Security-Policy': contentPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Headers of a page that may hold the local key (src/http/may-show-local-key.ts): nobody keeps it, and no other site
 * embeds it or holds its window.
 */
export const keyPageHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Host, Origin, Sec-Fetch-Site',
} as const;

export function setStrictHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(strictHeaders)) response.setHeader(name, value);
}

/** The source expression that allows one inline style or script by its exact text. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Source expressions of all inline scripts of a trusted HTML page. The text of a script may hold `<script` itself. */
export function scriptHashes(html: string): string {
  const hashes: string[] = [];
  for (let at = html.indexOf('<script'); at >= 0; ) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', start);
    if (start === 0 || end < 0) break;
    hashes.push(sourceHash(html.slice(start, end)));
    at = html.indexOf('<script', end);
  }
  return hashes.join(' ');
}
