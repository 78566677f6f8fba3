/** Errors by the path of a field, and how many of them one response has (docs/rules.md#error-size). */

/**
 * From the path of a field in the verb's spelling (camelCase, list positions as numbers) to the faults of the field.
 */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Paths in one response. */
export const pathsMax = 100;
/** Characters of a path; the longest path of a valid request has about 230. */
const pathLength = 300;
const messagesOfPath = 10;
/** Characters of one message. */
const messageLength = 500;
/** Bytes of the errors of one response as JSON; the whole response then stays under 64 kB. */
const bytesInAll = 48_000;

/** Bytes of one character as JSON, at most: `\u0000`. */
const escapedMax = 6;

/** Returns at most 100 paths of `errors`, and at most `bytesMax` bytes as JSON. */
export function boundFieldErrors(errors: FieldErrors, bytesMax: number = bytesInAll): FieldErrors {
  if (isSmall(errors, bytesMax)) return errors;
  const bounded = new Map<string, readonly string[]>();
  let bytes = 0;
  for (const path in errors) {
    if (!Object.hasOwn(errors, path)) continue;
    const messages = (errors[path] ?? []).slice(0, messagesOfPath).map((message) => cutText(message, messageLength));
    const shown = cutText(path, pathLength);
    bytes += Buffer.byteLength(JSON.stringify([shown, messages]));
    // The first path is always kept, so that the response names at least one fault.
    if (bounded.size > 0 && (bytes > bytesMax || bounded.size === pathsMax)) break;
    bounded.set(shown, messages);
  }
  return Object.fromEntries(bounded);
}

/** Whether `errors` is certainly within the bounds; allocates nothing. */
function isSmall(errors: FieldErrors, bytesMax: number): boolean {
  let paths = 0;
  let characters = 0;
  for (const path in errors) {
    const messages = errors[path] ?? [];
    paths += 1;
    characters += path.length;
    if (paths > pathsMax || path.length > pathLength || messages.length > messagesOfPath) return false;
    for (const message of messages) {
      if (message.length > messageLength) return false;
      characters += message.length;
    }
  }
  return characters * escapedMax + paths * (messagesOfPath * 3 + 6) <= bytesMax;
}

/** Cuts a message of an error, which may quote the request. */
export function cutMessage(message: string): string {
  return cutText(message, messageLength);
}

function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
