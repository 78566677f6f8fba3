/**
 * Reads a picture whole and writes it anew from its pixels, in the format that it has: what else the file held, such as the
 * place where it was taken, comments and programs, is not in the new one (docs/rules.md#picture-rewriting). It runs in a
 * process of its own (rewriter-child.ts), because what it reads comes from strangers.
 */
import sharp, { type Sharp } from 'sharp';
import {
  framesMax,
  framesPixelsMax,
  type PictureType,
  pictureBytesMax,
  pixelsMax,
  sideMax,
} from '../picture-limits.ts';

export interface RewrittenPicture {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type Rewriting = { readonly picture: RewrittenPicture } | { readonly fault: string };

const unreadable = 'is damaged, or no picture of the format with which it begins';

/** The readers of the formats below, and no other: libvips has dozens, SVG among them. */
const readers: Readonly<Record<PictureType, string>> = {
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
};

/** How libvips names the formats. */
const formats: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: Object.values(readers) });
sharp.cache(false);
sharp.concurrency(1);

export async function rewritePicture(bytes: Uint8Array, type: PictureType): Promise<Rewriting> {
  // Lengths of sides are checked before a pixel is read, by the head of the file.
  const options = { limitInputPixels: framesPixelsMax, failOn: 'warning', animated: true } as const;
  const head = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null || head.format !== formats[type] || !head.width || !head.height) return { fault: unreadable };
  const { width, height, pages = 1 } = head;
  const frameHeight = head.pageHeight ?? height;
  if (Math.max(width, frameHeight) > sideMax) return { fault: `must have at most ${sideMax} pixels on each side` };
  if (pages > framesMax) return { fault: `must have at most ${framesMax} frames` };
  if (width * frameHeight > pixelsMax) return { fault: `must have at most ${pixelsMax} pixels` };
  if (width * frameHeight * pages > framesPixelsMax) {
    return { fault: `must have at most ${framesPixelsMax} pixels in all its frames together` };
  }
  const source = sharp(bytes, options);
  // A picture of a camera says in its metadata which side is up. Frames have no such note.
  const upright = pages === 1 ? source.autoOrient() : source;
  const isLossless = type === 'image/webp' && Buffer.from(bytes).includes('VP8L');
  const written = await writers[type](upright, { isPalette: head.isPalette ?? false, isLossless })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (written === null) return { fault: unreadable };
  const { data, info } = written;
  if (data.length > pictureBytesMax) {
    return { fault: `has more than ${pictureBytesMax} bytes once it is written anew: make it smaller` };
  }
  return { picture: { content: data, width: info.width, height: info.pageHeight ?? info.height } };
}

interface Kind {
  /** Whether a PNG has at most 256 colours, and keeps them. */
  readonly isPalette: boolean;
  /** Whether a WebP keeps each pixel as it was. */
  readonly isLossless: boolean;
}

/** Enough that no eye sees the difference; small for a mail. */
const quality = 88;

const writers: Readonly<Record<PictureType, (picture: Sharp, kind: Kind) => Sharp>> = {
  'image/png': (picture, { isPalette }) => picture.png({ compressionLevel: 9, palette: isPalette }),
  'image/jpeg': (picture) => picture.jpeg({ quality, mozjpeg: true }),
  'image/gif': (picture) => picture.gif({ reuse: true }),
  'image/webp': (picture, { isLossless }) => picture.webp({ quality, lossless: isLossless }),
};
