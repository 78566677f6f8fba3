/**
 * Where a picture ends by its own format. Bytes behind the end make a file two things at once: a picture to one program,
 * an archive or a script to another (docs/rules.md#picture-rewriting).
 */
import type { PictureType } from '../picture-limits.ts';

/** Returns the position behind the last byte of the picture; null when it is cut off or no such picture. */
export function pictureEnd(bytes: Buffer, type: PictureType): number | null {
  const end = ends[type](bytes);
  return end !== null && end <= bytes.length ? end : null;
}

const ends: Readonly<Record<PictureType, (bytes: Buffer) => number | null>> = {
  'image/png': pngEnd,
  'image/jpeg': jpegEnd,
  'image/gif': gifEnd,
  'image/webp': webpEnd,
};

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Chunks of a length, a name, their data and a checksum; the last is IEND. */
function pngEnd(bytes: Buffer): number | null {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return null;
  for (let at = pngSignature.length; at + 12 <= bytes.length; ) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
  return null;
}

/** RIFF says how long it is; a chunk of odd length has a byte behind it. */
function webpEnd(bytes: Buffer): number | null {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  const length = bytes.readUInt32LE(4);
  return 8 + length + (length % 2);
}

const startOfScan = 0xda;
const endOfPicture = 0xd9;

/** Segments that begin with FF and a marker. Behind the head of a scan come its data, in which FF is followed by 00. */
function jpegEnd(bytes: Buffer): number | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at += 1;
    else if (marker === endOfPicture) return at + 2;
    else if (isBare(marker)) at += 2;
    else {
      if (at + 4 > bytes.length) return null;
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === startOfScan) at = scanEnd(bytes, at);
    }
  }
  return null;
}

/** Markers without a length: the beginning, restarts, and an old one for arithmetic. */
function isBare(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}

/** The next marker that is no data of the scan. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
}

const gifExtension = 0x21;
const gifFrame = 0x2c;
const gifTrailer = 0x3b;

/** A head with its colours, then blocks: extensions, frames with colours of their own, and the trailer. */
function gifEnd(bytes: Buffer): number | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  for (let at = 13 + coloursLength(bytes[10]); at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === gifTrailer) return at + 1;
    if (kind === gifExtension) at = blocksEnd(bytes, at + 2);
    else if (kind === gifFrame) at = blocksEnd(bytes, at + 11 + coloursLength(bytes[at + 9]));
    else return null;
  }
  return null;
}

/** Bytes of the table of colours that packed flags announce. */
function coloursLength(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** Behind a row of blocks, each after its length; the last has none. */
function blocksEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}
