import { expect, test } from 'vitest';
import { redactReply, withoutCase } from '../../src/transport/replies/redact-reply.ts';

test.each([
  ['550 5.1.1 <ada@example.com>: user unknown', 'ada@example.com', '550 5.1.1 <[address]>: user unknown'],
  ['550 user Ada.Love is over quota', 'ada.love@example.com', '550 user [address] is over quota'],
  ['550 adaptation is no word of hers', 'ada@example.com', '550 adaptation is no word of hers'],
  ['550 STRASSE STRAẞE straße', 'straße@example.com', '550 STRASSE [address] [address]'],
  ['550 the Kelvin \u212A\u017Fa', 'ksa@example.com', '550 the Kelvin [address]'],
  ['250 ok', 'ok@example.com', '250 ok'],
])('%s', (reply, recipient, stored) => {
  expect(redactReply(reply, recipient)).toBe(stored);
});

test('what a pattern takes for equal without regard to case is equal without its case', () => {
  const cased = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => withoutCase(letter) !== letter || letter.toLowerCase() !== letter);
  expect(cased.length).toBeGreaterThan(2_000);
  const all = cased.join('');
  const apart = cased.flatMap((letter) =>
    [...all.matchAll(new RegExp(letter, 'giu'))]
      .map(([found]) => found)
      .filter((found) => withoutCase(found) !== withoutCase(letter))
      .map((found) => `${letter} ${found}`),
  );
  expect(apart).toEqual([]);
});
