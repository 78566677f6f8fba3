/** Cuts what a server sends into replies (RFC 5321, 4.2). */
import { decodeReply } from '../replies/decode-reply.ts';

export interface ReplyReader {
  /**
   * Returns the replies that `chunk` completes. Throws when one is too long, with the empty lines before it, and when it
   * begins with no code.
   */
  push(chunk: Buffer): readonly string[];
  /** A rejection whose last line break never came; null if there is none. */
  unended(): string | null;
}

/** `maxBytes`: of one reply. The lines of a reply are joined by LF. */
export function createReplyReader(maxBytes: number): ReplyReader {
  /** The line that has not ended, and the lines of its reply before it; each character is a byte. */
  let rest = '';
  let lines: string[] = [];
  let linesBytes = 0;

  const endLine = (line: string): string | null => {
    linesBytes += line.length + 1;
    if (linesBytes > maxBytes) throw new Error('a reply is too long');
    // A server may send empty lines between replies.
    if (line === '') return null;
    // Guessing would make a bounce or an acceptance of it.
    if (lines.length === 0 && !/^[2-5]\d\d(?:[ -]|$)/.test(line)) throw new Error('a line is no reply');
    lines.push(line);
    if (/^\d{3}-/.test(line)) return null;
    const reply = decodeReply(lines.join('\n')).text;
    lines = [];
    linesBytes = 0;
    return reply;
  };

  return {
    push(chunk) {
      const text = chunk.toString('latin1');
      // A line without end is not searched again with each piece of it.
      const ended = text.includes('\n') ? (rest + text).split('\n') : [];
      rest = ended.pop() ?? rest + text;
      const replies = ended
        .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
        .map(endLine)
        .filter((reply) => reply !== null);
      if (rest.length + linesBytes > maxBytes) throw new Error('a reply is too long');
      return replies;
    },
    unended: () => (/^[45]\d\d[ -]/.test(rest) ? decodeReply(rest.trim()).text : null),
  };
}
