/** Doubles the dots at the start of lines (RFC 5321, 4.5.2). */

const DOT = 46;
const LF = 10;
const CR = 13;
/** A dot after a lone CR or LF is doubled too: a server may take either for the end of a line, and the mail for ended. */
const dotsToDouble = [Buffer.from('\n.'), Buffer.from('\r.')];

export interface DotStuffing {
  /** Returns the bytes to send for the next piece of the mail. */
  push(piece: Buffer): Buffer;
  /** Returns the end of the mail. */
  end(): Buffer;
}

export function createDotStuffing(): DotStuffing {
  let before = LF;
  return {
    push(piece) {
      if (piece.length === 0) return piece;
      const startsWithDot = piece[0] === DOT && (before === LF || before === CR);
      const mustDouble = startsWithDot || dotsToDouble.some((bytes) => piece.includes(bytes));
      const sent = mustDouble ? double(piece, before) : piece;
      before = piece[piece.length - 1] ?? before;
      return sent;
    },
    end: () => Buffer.from(before === LF ? '.\r\n' : '\r\n.\r\n'),
  };
}

function double(piece: Buffer, byteBefore: number): Buffer {
  const output = Buffer.allocUnsafe(2 * piece.length);
  let at = 0;
  let before = byteBefore;
  for (const byte of piece) {
    if (byte === DOT && (before === LF || before === CR)) {
      output[at] = DOT;
      at += 1;
    }
    output[at] = byte;
    at += 1;
    before = byte;
  }
  return output.subarray(0, at);
}
