/** Errors by the path of a field, and how much of them one response names. */

/** Path of a field in the verb's own spelling (camelCase, list positions as numbers) to what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Paths that one response names. */
export const pathsMax = 100;
/** Characters of a path; the longest that a valid request can have is some 230. */
const pathLength = 300;
const messagesOfPath = 10;
/** Characters of one message. */
const messageLength = 500;
/** Bytes of the errors of one response as JSON; with the rest of the response, they stay under 64 kB. */
const bytesInAll = 48_000;

/** Bytes of one character as JSON, at most: `\u0000`. */
const escapedMax = 6;

/** `errors` without what is too much to be read: at most 100 paths, and at most `bytesMax` bytes as JSON. */
export function boundFieldErrors(errors: FieldErrors, bytesMax: number = bytesInAll): FieldErrors {
  if (isSmall(errors, bytesMax)) return errors;
  const bounded = new Map<string, readonly string[]>();
  let bytes = 0;
  for (const path in errors) {
    if (!Object.hasOwn(errors, path)) continue;
    const messages = (errors[path] ?? []).slice(0, messagesOfPath).map((message) => cutText(message, messageLength));
    const shown = cutText(path, pathLength);
    bytes += Buffer.byteLength(JSON.stringify([shown, messages]));
    // One is always named, or nothing would say what is wrong.
    if (bounded.size > 0 && (bytes > bytesMax || bounded.size === pathsMax)) break;
    bounded.set(shown, messages);
  }
  return Object.fromEntries(bounded);
}

/** Whether nothing of `errors` can be too much; told without making anything. */
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

/** A message of an error, which may quote what was sent. */
export function cutMessage(message: string): string {
  return cutText(message, messageLength);
}

function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
