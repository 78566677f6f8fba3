/**
 * Entity tags of HTTP (RFC 9110, section 8.8.3; docs/rules.md#preconditions). A resource whose document selects `etag` has
 * it as the header `ETag` instead of a field. `If-Match` becomes the variable `ifMatch`, etags without their quotes.
 */
import type { FieldErrors } from '../src/ground/errors/errors.ts';
import { anyTag, tagsMax } from '../src/ground/input/precondition.ts';

/** Request headers that an operation may take, in the spelling of the OpenAPI file, and the parameter that each becomes. */
export const headerParameters: Readonly<Record<string, string>> = { 'If-Match': 'if_match' };

export const tagHeader = 'ETag';

/** One etag with the separator behind it. The quotes hold anything but quotes and control characters. */
const oneTag = /^\s*(W\/)?"([!#-~\u0080-\u00ff]*)"\s*(?:,|$)/;

interface Etag {
  readonly isWeak: boolean;
  readonly value: string;
}

/** Returns the etags of a header; null when it is none. `*` is one. */
function readTags(header: string): readonly Etag[] | null {
  if (header.trim() === anyTag) return [{ isWeak: false, value: anyTag }];
  const etags: Etag[] = [];
  for (let rest = header; rest !== ''; ) {
    const [whole, weak, value] = oneTag.exec(rest) ?? [];
    if (whole === undefined || value === undefined) return null;
    etags.push({ isWeak: weak !== undefined, value });
    rest = rest.slice(whole.length);
  }
  return etags.length === 0 ? null : etags;
}

/**
 * Returns the etags of `If-Match`, or its fault. The comparison is a strong one, so a weak etag, such as a proxy makes that
 * compresses, is like no state at all.
 */
export function readIfMatch(header: string): { readonly etags: readonly string[] } | { readonly faults: FieldErrors } {
  const etags = readTags(header);
  const fault = (message: string) => ({ faults: { 'If-Match': [message] } });
  if (etags === null) return fault(`must be ${anyTag}, or etags in double quotes with commas between them`);
  if (etags.length > tagsMax) return fault(`must have at most ${tagsMax} etags`);
  // No state has the quote in its etag.
  return { etags: etags.map(({ isWeak, value }) => (isWeak ? `"${value}"` : value)) };
}

/** Whether `If-None-Match` names the etag, so that the client has the response already. What is no etag names none. */
export function hasAlready(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false;
  return readTags(header)?.some(({ value }) => value === anyTag || `"${value}"` === etag) ?? false;
}

/** Takes the field `etag` out of a resource, for the header. */
export function takeTag(resource: unknown): {
  readonly shown: unknown;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { etag, ...shown } = Object(resource) as Readonly<Record<string, unknown>>;
  return { shown, headers: { [tagHeader]: `"${etag}"` } };
}
