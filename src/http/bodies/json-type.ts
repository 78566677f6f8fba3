/** Whether headers say that a body is JSON as we read it (docs/rules.md#body-format). */
import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';

/** The names of UTF-8 that clients send; the second is MySQL's and that of older libraries. */
const utf8Names: ReadonlySet<string> = new Set(['utf-8', 'utf8']);

/**
 * Returns what is wrong with the type of a body, null for nothing. Parameters other than `charset` mean nothing for JSON
 * (RFC 8259, 11) and are passed over.
 */
export function jsonTypeFault(contentType: string | undefined): string | null {
  const should = 'must be sent with Content-Type: application/json';
  if (contentType === undefined) return `${should}; no Content-Type was sent`;
  const type = readType(contentType);
  if (type === null) return should;
  // Only a name that is safe to repeat: `curl -d` sends a form by default.
  if (type.essence !== 'application/json') {
    return /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(type.essence) ? `${should}, not ${type.essence}` : should;
  }
  const charset = type.params.get('charset');
  return charset === null || utf8Names.has(charset.toLowerCase()) ? null : 'must be UTF-8, and its charset must say so';
}

/** Whether the body comes as it is: `identity` is the name of no coding. */
export function isPlain({ 'content-encoding': encoding }: IncomingHttpHeaders): boolean {
  return (encoding ?? '').split(',').every((name) => ['', 'identity'].includes(name.trim().toLowerCase()));
}

/** Null: no media type. */
function readType(text: string): MIMEType | null {
  try {
    return new MIMEType(text);
  } catch {
    return null;
  }
}
