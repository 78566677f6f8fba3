import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One bit a pixel, no colours, no interlacing. */
const oneBit = [1, 0, 0, 0, 0];

/** Draws squares in black and white as a PNG: `rows` says which are black, each is `scale` pixels wide and high. */
export function drawPng(rows: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (rows[0]?.length ?? 0) * scale;
  const lines = rows.flatMap((row) => Array<Buffer>(scale).fill(lineOf(row, scale)));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(lines.length, 4);
  head.set(oneBit, 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A line of pixels behind the byte that names its filter, none. */
function lineOf(row: readonly boolean[], scale: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((row.length * scale) / 8));
  for (let pixel = 0; pixel < row.length * scale; pixel += 1) {
    const isWhite = row[Math.floor(pixel / scale)] !== true;
    if (isWhite) line[1 + (pixel >> 3)] = (line[1 + (pixel >> 3)] ?? 0) | (0x80 >> (pixel & 7));
  }
  return line;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
