/** A QR code as a picture (docs/rules.md#qr-codes). */
import encodeQR from 'qr';
import { drawPng } from './draw-png.ts';

/** Bytes of UTF-8 in one code: at most 69 squares a side, which a telephone still reads off a screen. */
const bytesMax = 300;
/** Squares of white around a code, without which readers do not find it (ISO/IEC 18004, 5.3.8). */
const border = 4;
/** Pixels of a square: more than any size of the block shows, since a picture that is enlarged is blurred. */
const squarePixels = 8;

/** Returns the code of a text as a PNG; null for no text, and for one that is too long. */
export function qrCode(text: string): Buffer | null {
  const written = text.trim();
  if (written === '' || Buffer.byteLength(written) > bytesMax) return null;
  return drawPng(encodeQR(written, 'raw', { ecc: 'medium', border }), squarePixels);
}
