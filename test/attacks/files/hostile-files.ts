/** Files made to be slow to tell apart: their type is found by content. */
import { deflateRawSync } from 'node:zlib';
import type { Attack } from '../harness/attack.ts';
import type { Reply } from '../harness/reply.ts';

const size = 9_900_000;
const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));
const text = (value: string) => Buffer.from(value, 'latin1');
const repeated = (unit: Buffer, bytes = size) => Buffer.alloc(Math.floor(bytes / unit.length) * unit.length, unit);

function uint32(value: number, little = false): Buffer {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngChunk = (type: string, length = 0) =>
  Buffer.concat([uint32(length), text(type), Buffer.alloc(Math.min(length, 16) + 4)]);
const ihdr = Buffer.concat([uint32(13), text('IHDR'), Buffer.alloc(13 + 4)]);

function zipEntry(name: string, content = Buffer.alloc(0), inflated = 0): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(content.length > 0 ? 8 : 0, 8);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(inflated, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, text(name), content]);
}

const gifHead = Buffer.concat([text('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
const webpHead = Buffer.concat([text('RIFF'), uint32(size, true), text('WEBP')]);
const id3 = Buffer.concat([text('ID3'), Buffer.from([3, 0, 0, 0, 0, 0, 0])]);
const bomb = () => deflateRawSync(Buffer.alloc(200_000_000), { level: 9 });

interface Given {
  readonly filename: string;
  readonly content: Buffer | string;
}

/** Either taken or refused, and mailed where it is taken. */
function file(name: string, filename: string, content: () => Buffer | string, more: Partial<Attack> = {}): Attack {
  return files(name, () => [{ filename, content: content() }], more);
}

function files(name: string, made: () => readonly Given[], more: Partial<Attack> = {}): Attack {
  return {
    name,
    patience: 30_000,
    ...more,
    async run(world): Promise<readonly Reply[]> {
      // Made first: it takes seconds, after which the service has closed the connection that this process would use again.
      const attachments = made().map(({ filename, content }) => ({
        filename,
        content: typeof content === 'string' ? content : content.toString('base64'),
      }));
      const platform = await world.platform();
      const emitted = await platform.emit({ attachments });
      return emitted.status === 202 ? [emitted, await platform.outcome(emitted, 10_000)] : [emitted];
    },
  };
}

const calendar = (body: string) => text(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${body}\r\nEND:VCALENDAR\r\n`);

export const attacks: readonly Attack[] = [
  file('a PNG of 800,000 empty chunks', 'a.png', () => Buffer.concat([pngHead, ihdr, repeated(pngChunk('teXt'))])),
  file('a PNG whose first chunk is 4 GB', 'a.png', () =>
    Buffer.concat([pngHead, pngChunk('IHDR', 0xffffffff), Buffer.alloc(1_000_000)]),
  ),
  file('a PNG whose chunks are negative', 'a.png', () =>
    Buffer.concat([
      pngHead,
      ihdr,
      repeated(Buffer.concat([uint32(0x80000000), text('iTXt'), Buffer.alloc(4)]), 1_000_000),
    ]),
  ),
  file('a GIF of 600,000 frames', 'a.gif', () =>
    Buffer.concat([
      gifHead,
      repeated(Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])),
    ]),
  ),
  file('a WebP of a million chunks', 'a.webp', () =>
    Buffer.concat([webpHead, repeated(Buffer.concat([text('VP8X'), uint32(0, true)]))]),
  ),
  file('a JPEG of segments without end', 'a.jpg', () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), repeated(Buffer.from([0xff, 0xe1, 0, 2]))]),
  ),
  file('a PDF of ten million percent signs', 'a.pdf', () => Buffer.concat([text('%PDF-1.7\n'), repeated(text('%'))])),
  file('a PDF that is a ZIP bomb', 'a.pdf', () => {
    const content = bomb();
    return Buffer.concat([zipEntry('%PDF-1.7', content, 200_000_000), text('%PDF-1.7\n')]);
  }),
  file('a ZIP of 300,000 entries as a PDF', 'a.pdf', () => repeated(zipEntry('a'))),
  file('a ZIP whose content types are a bomb', 'a.png', () => zipEntry('[Content_Types].xml', bomb(), 200_000_000)),
  file('a ZIP whose mimetype is a bomb', 'a.png', () => zipEntry('mimetype', bomb(), 200_000_000)),
  file('50 ID3 tags before nothing', 'a.gif', () => repeated(id3, 5_000_000)),
  file('an ID3 tag of 256 MB', 'a.gif', () =>
    Buffer.concat([text('ID3'), Buffer.from([3, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), Buffer.alloc(100_000)]),
  ),
  file('a TIFF of directories in circles', 'a.png', () =>
    Buffer.concat([
      text('II*\0'),
      uint32(8, true),
      repeated(Buffer.from([255, 255, 0, 1, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]), 5_000_000),
    ]),
  ),
  file('a Matroska of elements in elements', 'a.webp', () =>
    Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), repeated(Buffer.from([0x42, 0x82, 0x40, 0x00]), 5_000_000)]),
  ),
  file('an ASF of empty objects', 'a.gif', () =>
    Buffer.concat([
      Buffer.from([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c]),
      Buffer.alloc(14),
      repeated(Buffer.concat([Buffer.alloc(16), Buffer.from([24, 0, 0, 0, 0, 0, 0, 0])]), 5_000_000),
    ]),
  ),
  file('a tar of nothing', 'a.pdf', () => Buffer.concat([Buffer.alloc(257), text('ustar\0'), Buffer.alloc(5_000_000)])),
  file('10 MB of XML', 'a.png', () => Buffer.concat([text('<?xml version="1.0"?>'), repeated(text('<!--'))])),
  file('10 MB of NUL', 'a.png', () => Buffer.alloc(size)),
  file('a calendar of one line of 10 MB', 'a.ics', () => calendar(`SUMMARY:${'x'.repeat(size - 100)}`)),
  file('a calendar of three million folded lines', 'a.ics', () =>
    calendar(`SUMMARY:${'x\r\n '.repeat(Math.floor(size / 4) - 50)}x`),
  ),
  file('a calendar of blanks', 'a.ics', () => calendar(`SUMMARY:x${' \r\n'.repeat(Math.floor(size / 3) - 50)}X:1`)),
  file('a calendar 300,000 components deep', 'a.ics', () =>
    calendar(`${'BEGIN:A\r\n'.repeat(500_000)}${'END:A\r\n'.repeat(500_000).trimEnd()}`),
  ),
  file('a calendar of five million empty lines', 'a.ics', () => calendar('\r\n'.repeat(4_900_000))),
  file('a calendar whose names never end', 'a.ics', () => calendar('x-'.repeat(4_900_000))),
  // As JSON five bytes for each character: 30 MB, within the limit of the body.
  file('base64 with a line break after each character', 'a.pdf', () =>
    'JVBERi0xLjcK'.replace(/./g, '$&\r\n').repeat(500_000),
  ),
  // The same of 48 MB: beyond the limit of the body.
  file('base64 with a line break after each character, too large', 'a.pdf', () =>
    'JVBERi0xLjcK'.replace(/./g, '$&\r\n').repeat(800_000),
  ),
  file('base64 that is none at its last character', 'a.pdf', () => `${'JVBERi0xLjcK'.repeat(1_000_000)}!`),
  files('ten calendars of 1 MB', () =>
    many(10, (n) => ({ filename: `${n}.ics`, content: calendar(`SUMMARY:${'x\r\n '.repeat(240_000)}x`) })),
  ),
  files('100,000 files of nothing', () => many(100_000, () => ({ filename: 'a.pdf', content: '' }))),
  files('file names of 255 characters in all scripts', () =>
    many(10, (n) => ({
      filename: `${'\u{1f468}\u200d\u{1f469}'.repeat(40)}${n}${'.'.repeat(5)}pdf`,
      content: text('%PDF-1.7\n'),
    })),
  ),
  files('file names that want to be headers', () =>
    [
      'a"\r\nBcc: x@y.z\r\n.pdf',
      '../../a.pdf',
      `${'..'.repeat(100)}.pdf`,
      `a${'"'.repeat(200)}.pdf`,
      `${'='.repeat(20)}?utf-8?q?=0d=0a?=.pdf`,
    ].map((filename) => ({ filename, content: text('%PDF-1.7\n') })),
  ),
];
