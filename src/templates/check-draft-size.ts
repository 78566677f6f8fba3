import { DomainError } from '../errors.ts';

/** Bytes of a template as JSON, through whichever door it comes (decisions, section 2: body limits). */
const draftMaxBytes = 2 * 1024 * 1024;

/** Refuses `payload_too_large`. Looks at no more than the bytes that a template may have. */
export function checkDraftSize(draft: unknown): void {
  if (bytesLeft(draft, draftMaxBytes, maxDepth) < 0) {
    throw new DomainError('payload_too_large', `A template may have at most ${draftMaxBytes} bytes of JSON.`);
  }
}

/** Levels that are looked into; what is nested deeper is refused by its shape. */
const maxDepth = 250;

/** What is left of `bytes` after the JSON of `value`; negative as soon as it has more. */
function bytesLeft(value: unknown, bytes: number, depth: number): number {
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

/** Both, less the comma that the last value lacks. */
const brackets = 1;
const quotes = 2;

/** A text is measured only when it may fit: each character is a byte at least. */
function quotedBytes(text: string, most: number): number {
  return quotes + (text.length > most ? text.length : Buffer.byteLength(text));
}
