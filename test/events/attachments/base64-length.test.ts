import { expect, test } from 'vitest';
import { base64Length } from '../../../src/events/attachments/base64-length.ts';

/** Characters of one piece of the check. */
const piece = 1_000_000;

test.for([
  ['', 0],
  ['QUJD', 3],
  ['QUI=', 2],
  ['QQ==', 1],
  ['QU\nJD', 3],
  ['QU\r\nJD\r\n', 3],
] as const)('%j has %i bytes', async ([text, bytes]) => {
  expect(await base64Length(text)).toBe(bytes);
});

test.for(['QUJ', 'QR==', 'QUJ=', 'Q===', 'QUI=QUJD', 'QUJ-', 'QUJ_', 'QU JD', 'QU\rJD', 'QUJÄ', 'QUJ漢'])(
  '%j is none',
  async (text) => {
    expect(await base64Length(text)).toBeNull();
  },
);

test('a text of several pieces is read as one, with and without line breaks', async () => {
  const bytes = Buffer.alloc(2 * piece + 1, 'any bytes');
  const text = bytes.toString('base64');
  expect(await base64Length(text)).toBe(bytes.length);
  expect(await base64Length(text.replace(/.{76}/g, '$&\r\n'))).toBe(bytes.length);
  expect(await base64Length(`${text.slice(0, piece + 5)}*${text.slice(piece + 6)}`)).toBeNull();
  expect(await base64Length(`${text.slice(0, piece)}====${text.slice(piece)}`)).toBeNull();
});

test('stray bits before the padding are found where a piece ends there', async () => {
  const first = `${'A'.repeat(piece - 2)}\r\n`;
  expect(await base64Length(`${first}${'A'.repeat(piece)}==`)).toBe(((2 * piece - 2) * 3 - 2) / 4);
  expect(await base64Length(`${first}${'A'.repeat(piece - 1)}B==`)).toBeNull();
});

test.for([32_768, 65_536, piece])(
  'padding before the end is found where it ends a piece, of %i characters',
  async (length) => {
    for (const padding of ['=', '==']) {
      const whole = `${'A'.repeat(length - padding.length)}${padding}`;
      expect(await base64Length(whole)).toBe((length / 4) * 3 - padding.length);
      expect(await base64Length(`${whole}AAAA`)).toBeNull();
      expect(await base64Length(`${whole}${'A'.repeat(piece)}`)).toBeNull();
    }
  },
);
