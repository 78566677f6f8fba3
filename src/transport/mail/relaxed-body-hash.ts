import { createHash } from 'node:crypto';
import { giveWay } from '../../ground/give-way/give-way.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Bytes hashed before other requests run; about 2 ms. */
const pieceBytes = 262_144;
/** Bytes that are searched, and copied where something in them changes. */
const blockBytes = 2_048;

const lineBreak = Buffer.from('\r\n');
/** Blanks that the canonical form changes, within a block. */
const unusual = [Buffer.from('  '), Buffer.from('\t'), Buffer.from(' \r')];

/** State that one piece passes on to the next. */
interface Pending {
  /** Line breaks that belong to the body only if text follows them. */
  breaks: number;
  /** Whether blanks come last; they count only if text follows in their line. */
  blank: boolean;
}

/**
 * Returns the SHA-256 of a mail's body, as base64, by the relaxed canonicalization (RFC 6376, 3.4.4): runs of blanks
 * are one space, none before a line's end, no empty lines at the end. `body` has CRLF line ends.
 */
export async function relaxedBodyHash(body: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha256');
  const pending: Pending = { breaks: 0, blank: false };
  let isEmpty = true;
  let waits = false;
  for (const piece of body) {
    for (let from = 0; from < piece.length; from += pieceBytes) {
      if (waits) await giveWay();
      waits = true;
      const end = Math.min(piece.length, from + pieceBytes);
      for (let at = from; at < end; at += blockBytes) {
        const relaxed = relaxBlock(piece.subarray(at, Math.min(end, at + blockBytes)), pending);
        if (relaxed.length === 0) continue;
        isEmpty = false;
        hash.update(relaxed);
      }
    }
  }
  return hash.update(isEmpty ? '' : lineBreak).digest('base64');
}

/** Most blocks of a mail are canonical as they are: the search for what is not costs a tenth of writing them anew. */
function relaxBlock(block: Buffer, pending: Pending): Buffer {
  const end = endOfText(block);
  const isPlain =
    end > 0 &&
    pending.breaks === 0 &&
    !pending.blank &&
    block[0] !== SPACE &&
    block[0] !== LF &&
    !unusual.some((bytes) => block.includes(bytes)) &&
    block[end - 1] !== SPACE &&
    block[end - 1] !== CR &&
    block[end - 1] !== LF;
  if (!isPlain) return relax(block, pending);
  pending.breaks = (block.length - end) / lineBreak.length;
  return block.subarray(0, end);
}

/** The length of the block without the line breaks at its end. */
function endOfText(block: Buffer): number {
  let end = block.length;
  while (end >= 2 && block[end - 1] === LF && block[end - 2] === CR) end -= 2;
  return end;
}

function relax(piece: Buffer, pending: Pending): Buffer {
  let { breaks, blank } = pending;
  const output = Buffer.allocUnsafe(piece.length + 2 * breaks + 1);
  let at = 0;
  for (const byte of piece) {
    if (byte === SPACE || byte === TAB) {
      blank = true;
    } else if (byte === CR || byte === LF) {
      blank = false;
      if (byte === LF) breaks += 1;
    } else {
      for (; breaks > 0; breaks -= 1) {
        output[at] = CR;
        output[at + 1] = LF;
        at += 2;
      }
      if (blank) {
        output[at] = SPACE;
        at += 1;
        blank = false;
      }
      output[at] = byte;
      at += 1;
    }
  }
  pending.breaks = breaks;
  pending.blank = blank;
  return output.subarray(0, at);
}
