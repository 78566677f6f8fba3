/** Redacts addresses in replies before they are stored (docs/rules.md#stored-replies). */
import { holdsAddress } from '../../ground/addresses/holds-address.ts';

/** Characters stored of one reply, and read of it. */
const replyMaxLength = 500;
const readMaxLength = 4_000;
/** A shorter local part occurs in a reply by chance too often. */
const localPartMinLength = 3;

/**
 * Words of servers that are local parts as well. To hide `user` in "User unknown" would hide why, and names nobody: with
 * its domain an address is hidden as any other.
 */
const wordsOfReplies: ReadonlySet<string> = new Set(
  `abuse access account accounts address and blocked box client code contact customer daemon delivery denied disabled
  domain email error failed for full host inbox local mail mailbox mailer message messages name not office owner
  permanent person policy postmaster quota reason recipient rejected relay reply security sender server service spam
  support system temporary the this unknown user users valid`.split(/\s+/),
);

/** A word between the marks that can surround an address, with the `[192.0.2.1]` that can end one. */
const wordPattern = /[^\s<>()[\]"',;:=]+(?:\[[^\][\s]*\])?/g;

/** Escapes that begin or end with one of those marks, as in `ada=40example.com`. */
const escapedPattern = /=[0-9a-f]{2}|&(?:#|[a-z]{2})/i;
/**
 * An encoded address has one of these: in base64 its sign, or the byte beside it, becomes a capital, whatever stands
 * around it. A word of a language is then left alone at once.
 */
const encodedPattern = /[%=&\\A-Z]|[0-9a-f]{12}/;

/** Returns one line without addresses, encoded ones included, and without the local part of `recipient`. */
export function redactReply(reply: string, recipient: string | null): string {
  const line = cutAtBlank(reply)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(wordPattern, (word) => (/.(?:@|%40)./i.test(word) || hidesAddress(word) ? '[address]' : word))
    .replace(/\S+/g, (word) => (escapedPattern.test(word) && hidesAddress(word) ? '[address]' : word));
  const local = recipient?.slice(0, recipient.lastIndexOf('@')) ?? '';
  const isWord = local.length < localPartMinLength || wordsOfReplies.has(local.toLowerCase());
  const bare = isWord ? line : withoutWord(line, local);
  return bare.slice(0, replyMaxLength);
}

const hidesAddress = (word: string) => encodedPattern.test(word) && holdsAddress(word);

/** Cuts a long reply at a blank: half an address would not be recognised. */
function cutAtBlank(reply: string): string {
  if (reply.length <= readMaxLength) return reply;
  let end = readMaxLength;
  while (end > 0 && !/\s/.test(reply.charAt(end - 1))) end -= 1;
  return reply.slice(0, end);
}

function withoutWord(line: string, word: string): string {
  // Most replies do not hold the word, and a pattern of its own for each mail takes a millisecond.
  if (!withoutCase(line).includes(withoutCase(word))) return line;
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return line.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), '[address]');
}

/** Gives equal texts for all that a pattern without regard to case (`iu`) takes for equal. */
export function withoutCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}
