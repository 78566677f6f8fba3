/** Replies are kept and shown; addresses in them are not (decisions, section 10). */

/** Characters that are kept of one reply, and that are looked at. */
const replyMaxLength = 500;
const readMaxLength = 4_000;
/** A local part shorter than this stands in a reply by chance too often. */
const localPartMinLength = 3;

/** A word between the marks that can stand around an address, with the `[192.0.2.1]` that can end one. */
const wordPattern = /[^\s<>()[\]"',;:=]+(?:\[[^\][\s]*\])?/g;

/** One line without addresses; of `recipient` the local part alone is taken out too. */
export function redactReply(reply: string, recipient: string | null): string {
  const line = cutAtBlank(reply)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(wordPattern, (word) => (/.(?:@|%40)./i.test(word) ? '[address]' : word));
  const local = recipient?.slice(0, recipient.lastIndexOf('@')) ?? '';
  const bare = local.length < localPartMinLength ? line : withoutWord(line, local);
  return bare.slice(0, replyMaxLength);
}

/** The start of a long reply up to a blank: half an address would not be known for one. */
function cutAtBlank(reply: string): string {
  if (reply.length <= readMaxLength) return reply;
  let end = readMaxLength;
  while (end > 0 && !/\s/.test(reply.charAt(end - 1))) end -= 1;
  return reply.slice(0, end);
}

function withoutWord(line: string, word: string): string {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return line.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), '[address]');
}
