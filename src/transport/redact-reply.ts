/** Replies are kept and shown; addresses in them are not (decisions, section 10). */

/** Characters that are kept of one reply, and that are looked at. */
const replyMaxLength = 500;
const readMaxLength = 4_000;
/** A local part shorter than this stands in a reply by chance too often. */
const localPartMinLength = 3;

const addressPattern = /[^\s<>()[\]"',;:=]+(?:@|%40)(?:\[[^\]\s]*\]|[^\s<>()[\]"',;:]+)/gi;

/** One line without addresses; of `recipient` the local part alone is taken out too. */
export function redactReply(reply: string, recipient: string | null): string {
  // Cut at a blank: half an address would not be known for one.
  const start = reply.length > readMaxLength ? reply.slice(0, readMaxLength).replace(/\S*$/, '') : reply;
  const line = start
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(addressPattern, '[address]');
  const local = recipient?.slice(0, recipient.lastIndexOf('@')) ?? '';
  const bare = local.length < localPartMinLength ? line : withoutWord(line, local);
  return bare.slice(0, replyMaxLength);
}

function withoutWord(line: string, word: string): string {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return line.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), '[address]');
}
