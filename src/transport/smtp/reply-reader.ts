/** Cuts what a server sends into replies (RFC 5321, 4.2). */
import { decodeReply } from '../replies/decode-reply.ts';

export interface ReplyReader {
  /** Returns the replies that `chunk` completes; throws when one is too long. */
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
    lines.push(line);
    linesBytes += line.length;
    if (linesBytes > maxBytes) throw new Error('a reply is too long');
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
        // A server may send empty lines between replies.
        .filter((line) => line !== '')
        .map(endLine)
        .filter((reply) => reply !== null);
      if (rest.length + linesBytes > maxBytes) throw new Error('a reply is too long');
      return replies;
    },
    unended: () => (/^[45]\d\d[ -]/.test(rest) ? decodeReply(rest.trim()).text : null),
  };
}
