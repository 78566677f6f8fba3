/** Files that are no pictures, too large once they are read, or two things at once. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pictures } from './pictures.ts';

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

/** A PNG of one bit a pixel that says these sides. */
export function flatPng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF whose frames are all of the size of the picture. */
export async function animation(frames: number, width: number, height: number): Promise<Buffer> {
  const flat = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  const shades = await Promise.all([flat('#000000'), flat('#ffffff')]);
  const turns = Array.from({ length: frames }, (_, n) => shades[n % 2] ?? '');
  return sharp(turns, { join: { animated: true } })
    .gif({ delay: turns.map(() => 100), loop: 3, colours: 2, effort: 1 })
    .toBuffer();
}

const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const script = Buffer.from('<script>alert(1)</script>');
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** What each is, with the message that refuses it. */
export async function hostilePictures(): Promise<readonly (readonly [name: string, bytes: Buffer, fault: RegExp])[]> {
  const behind = /must end where its picture ends/;
  const noPicture = /must be a PNG, JPEG, GIF or WebP/;
  const damaged = /is damaged/;
  return [
    ['an SVG', Buffer.from(svg), noPicture],
    ['an SVG that begins as XML', Buffer.from(`<?xml version="1.0"?>${svg}`), noPicture],
    ['a page', Buffer.from('<!doctype html><img src=x onerror=alert(1)>'), noPicture],
    ['nothing', Buffer.alloc(0), noPicture],
    ['a TIFF', await sharp(pictures.png).tiff().toBuffer(), noPicture],
    ['an AVIF', await sharp(pictures.png).avif().toBuffer(), noPicture],
    ['a PDF', Buffer.from('%PDF-1.4\n%%EOF\n'), noPicture],
    ['a PNG of 30,000 by 30,000 pixels', flatPng(30_000, 30_000), /at most 4000 pixels on each side/],
    ['a PNG that says 30,000 pixels and has few', flatPng(30_000, 30_000, 1), /at most 4000 pixels on each side/],
    ['a PNG that is high and narrow', flatPng(1, 65_000), /at most 4000 pixels on each side/],
    ['a PNG of 16 million pixels', flatPng(4_000, 4_000), /at most 8000000 pixels/],
    ['an animation of many pixels', await animation(30, 1_000, 1_000), /at most 25000000 pixels in all/],
    ['an animation of many frames', await animation(201, 4, 4), /at most 200 frames/],
    ...Object.entries(pictures).map(
      ([kind, bytes]) => [`a ${kind} and a zip`, Buffer.concat([bytes, zip]), behind] as const,
    ),
    ...Object.entries(pictures).map(
      ([kind, bytes]) => [`a ${kind} and a script`, Buffer.concat([bytes, script]), behind] as const,
    ),
    ...Object.entries(pictures).map(([kind, bytes]) => [`a ${kind} cut off`, bytes.subarray(0, -3), damaged] as const),
    ['a GIF that is a script', Buffer.from('GIF89a/*\x2e\x2e*/=1;alert(1)//;'), damaged],
    ['a PNG with a checksum that is wrong', corrupted(pictures.png, 70), damaged],
    ['a WebP that says it is short', Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1'), damaged],
    ['a JPEG without a picture', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), damaged],
    ['a PNG whose pixels end early', flatPng(200, 200, 1), damaged],
  ];
}

function corrupted(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}
