/** Replies as they come in over a connection, in pieces of any size. */
import { describe, expect, it } from 'vitest';
import { createReplyReader } from '../../../src/transport/smtp/reply-reader.ts';

const read = (text: string | Buffer, maxBytes = 1_000) => createReplyReader(maxBytes).push(Buffer.from(text));

describe('a reply', () => {
  it('has one line or several', () => {
    expect(read('250 ok\r\n')).toEqual(['250 ok']);
    expect(read('250-one\r\n250-two\r\n250 three\r\n354 go\r\n')).toEqual(['250-one\n250-two\n250 three', '354 go']);
    expect(read('250\r\n')).toEqual(['250']);
  });

  it('may end its lines with LF alone, and have empty lines before it', () => {
    expect(read('\r\n250-a\n250 b\n\n220 c\n')).toEqual(['250-a\n250 b', '220 c']);
  });

  it('is the same in pieces of one byte', () => {
    const reader = createReplyReader(1_000);
    const bytes = Buffer.from('250-grüße\r\n250 ok\r\n550 5.1.1 né\r\n');
    const replies = [...bytes].flatMap((byte) => reader.push(Buffer.of(byte)));
    expect(replies).toEqual(['250-grüße\n250 ok', '550 5.1.1 né']);
  });

  it('is read as Latin-1 where it is no UTF-8', () => {
    expect(read(Buffer.from('550 f\xfcr\r\n', 'latin1'))).toEqual(['550 für']);
  });

  it.each([
    ['one line without end', '2'.repeat(1_001)],
    ['one long line', `250 ${'x'.repeat(1_000)}\r\n`],
    ['lines without end', '250-x\r\n'.repeat(300)],
    ['empty lines without end', '\r\n'.repeat(1_100)],
    ['empty lines in a reply without end', `250-x\r\n${'\n'.repeat(1_100)}`],
  ])('of %s is too long', (_what, text) => {
    expect(() => read(text)).toThrow('too long');
    const reader = createReplyReader(1_000);
    expect(() => [...Buffer.from(text)].map((byte) => reader.push(Buffer.of(byte)))).toThrow('too long');
  });

  it.each(['hello', '25', '25 ok', '2500 ok', '000 no', '999 no', '150 go', ' 250 ok', '250ok', '\x150 ok'])(
    'does not begin with %j',
    (line) => {
      expect(() => read(`${line}\r\n`)).toThrow('no reply');
    },
  );

  it('may have a line without a code inside of it, as some servers send', () => {
    expect(read('550-5.1.1 no\r\nsuch user\r\n')).toEqual(['550-5.1.1 no\nsuch user']);
  });

  it('without its line break counts where it is a rejection', () => {
    const unended = (text: string) => {
      const reader = createReplyReader(1_000);
      reader.push(Buffer.from(text));
      return reader.unended();
    };
    expect(unended('421 4.3.2 closing')).toBe('421 4.3.2 closing');
    for (const text of ['250 ok', '55', '', '421 4.3.2 closing\r\n']) expect(unended(text)).toBeNull();
  });
});
