/** Dots at the start of lines, wherever the mail is cut. */
import { expect, it } from 'vitest';
import { createDotStuffing } from '../../../src/transport/smtp/dot-stuffing.ts';

function sent(pieces: readonly string[]): string {
  const dots = createDotStuffing();
  return Buffer.concat([...pieces.map((piece) => dots.push(Buffer.from(piece))), dots.end()]).toString();
}

it.each([
  ['', '.\r\n'],
  ['a\r\n', 'a\r\n.\r\n'],
  ['a', 'a\r\n.\r\n'],
  ['.a\r\n', '..a\r\n.\r\n'],
  ['a\r\n.\r\n..b\r\nc.d\r\n', 'a\r\n..\r\n...b\r\nc.d\r\n.\r\n'],
  // A server that takes a lone CR or LF for the end of a line must not find the end of the mail.
  ['a\n.\r\nb\r.\r\n', 'a\n..\r\nb\r..\r\n.\r\n'],
  ['a\r', 'a\r\r\n.\r\n'],
])('%j is sent as %j', (mail, expected) => {
  expect(sent([mail])).toBe(expected);
  expect(sent([...mail])).toBe(expected);
  for (let cut = 1; cut < mail.length; cut += 1) expect(sent([mail.slice(0, cut), mail.slice(cut)])).toBe(expected);
});

it('a piece without such dots is not copied', () => {
  const piece = Buffer.from('one. two\r\nthree.\r\n');
  expect(createDotStuffing().push(piece)).toBe(piece);
});
