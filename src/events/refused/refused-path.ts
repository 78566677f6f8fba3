/** A part of a path that is a name or a position; a key that the caller made up may be an address. */
const pathPart = /^[A-Za-z0-9_]{1,64}$/;

/** Characters of a path that is kept whole; the longest path of a valid request has about 230. */
const pathLength = 300;

/** A longer path is cut to its first part before it waits to be written. */
export function pathWithinReason(path: string): string {
  return path.length <= pathLength ? path : `${path.slice(0, pathLength).split('.', 1)}.*`;
}

/**
 * The path of a field as it is kept and shown (docs/rules.md#refused-emits): `payload.*` where a part is no name, or is
 * one that `hides` takes for something about a person.
 */
export function refusedPath(path: string, hides: (text: string) => boolean): string {
  const parts = path.split('.');
  const isName = (part: string) => pathPart.test(part) && !hides(part);
  if (parts.every(isName) && !hides(path)) return path;
  const [first = ''] = parts;
  return `${isName(first) ? first : '*'}.*`;
}
