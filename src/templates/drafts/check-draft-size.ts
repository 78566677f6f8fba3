import { DomainError } from '../../ground/errors/errors.ts';

/** UTF-8 bytes of a template as JSON, through REST and GraphQL alike (docs/rules.md#template-size). */
export const draftMaxBytes = 2 * 1024 * 1024;

/** Throws `payload_too_large`. Reads no more than the allowed bytes. */
export function checkDraftSize(draft: unknown): void {
  if (bytesLeft(draft, draftMaxBytes, maxDepth) < 0) {
    throw new DomainError('payload_too_large', `A template may have at most ${draftMaxBytes} bytes of JSON.`);
  }
}

/** Levels that are read; deeper JSON is rejected by the check of its shape. */
const maxDepth = 250;

/** Returns `bytes` less the bytes of `value` as JSON; negative as soon as `value` has more. */
export function bytesLeft(value: unknown, bytes: number, depth: number): number {
  if (typeof value === 'string') return bytes - quotedBytes(value, bytes);
  if (typeof value !== 'object' || value === null) return bytes - String(value ?? null).length;
  if (depth === 0) return bytes;
  let left = bytes - brackets;
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof key === 'string') left -= quotedBytes(key, left) + 1;
    left = bytesLeft(inner, left, depth - 1) - 1;
    if (left < 0) return left;
  }
  return left;
}

/** Both brackets, less the comma that the last value lacks. */
const brackets = 1;
const quotes = 2;

/** A text is measured only when it may fit: each character takes at least one byte. */
function quotedBytes(text: string, most: number): number {
  return quotes + (text.length > most ? text.length : Buffer.byteLength(text));
}
