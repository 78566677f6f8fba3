/**
 * What the caller was told of a path, as it is kept (docs/rules.md#words-of-refused-emits). The sentences of faults say what a value
 * must be, and name fields of ours or of the event type. The one that quotes the request loses that part.
 */
import { holdsAddress } from '../../ground/addresses/holds-address.ts';

/** Characters of a sentence that is kept. */
const wordsLength = 200;

/** Behind it, src/ground/input/zod-words.ts names keys of the request. */
const beforeKeys = 'has a key that is not known';

/** The first sentence of a path, cut before it waits to be written; empty where there is none. */
export function wordsWithinReason([said = '']: readonly string[]): string {
  if (said.startsWith(beforeKeys)) return beforeKeys;
  return said.length <= wordsLength ? said : `${said.slice(0, wordsLength - 1).toWellFormed()}…`;
}

/** As it is kept: one line, and nothing where it holds an address, which an example may be as well. */
export function faultWords(said: string): string {
  return holdsAddress(said) ? '' : said.replaceAll('\n', ' ');
}
