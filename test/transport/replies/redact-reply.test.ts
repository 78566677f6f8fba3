import { expect, test } from 'vitest';
import { createWordFinder } from '../../../src/people/word-finder.ts';
import { redactReply, withoutCase } from '../../../src/transport/replies/redact-reply.ts';
import { formsOf } from '../../people/encodings.ts';

test.each([
  ['550 5.1.1 <ada@example.com>: user unknown', 'ada@example.com', '550 5.1.1 <[address]>: user unknown'],
  ['550 user Ada.Love is over quota', 'ada.love@example.com', '550 user [address] is over quota'],
  ['550 adaptation is no word of hers', 'ada@example.com', '550 adaptation is no word of hers'],
  ['550 STRASSE STRAẞE straße', 'straße@example.com', '550 STRASSE [address] [address]'],
  ['550 the Kelvin \u212A\u017Fa', 'ksa@example.com', '550 the Kelvin [address]'],
  ['250 ok', 'ok@example.com', '250 ok'],
  ['550 5.1.1 <user@example.com>: User unknown', 'user@example.com', '550 5.1.1 <[address]>: User unknown'],
  ['552 mailbox full for owner', 'Mailbox@example.com', '552 mailbox full for owner'],
])('%s', (reply, recipient, stored) => {
  expect(redactReply(reply, recipient)).toBe(stored);
});

test.each(['Ada.L@example.com', 'jürgen.o@bücher.example'])(
  '%s is redacted in every form and pair of forms',
  (address) => {
    const finder = createWordFinder([address]);
    const left = formsOf(address).flatMap(({ name, text }) =>
      [`550 5.1.1 user ${text} unknown`, `550 5.1.1 <${text}>: unknown`, `550 user=${text}, unknown`]
        .filter((reply) => {
          const stored = redactReply(reply, null);
          return !stored.includes('[address]') || !stored.endsWith('unknown') || finder(stored, 'anywhere');
        })
        .map((reply) => `${name}: ${reply}`),
    );
    expect(left).toEqual([]);
  },
);

test.each([
  '250 2.0.0 Ok: queued as 4FZK3L2Qj0z9sRT',
  '250 2.0.0 OK 1732690000 41be03b00d2f7-7b8a640c23a62f3a.123 - gsmtp',
  '550 5.7.1 [192.0.2.1 12] Our system has detected =?UTF-8?Q?unusual?= mail; see https://support.example/mail/?p=UnsolicitedMessageError&id=1',
  '451 4.7.1 Greylisted (TemporaryFailure), see DeferredBecauseOfPolicy/ab12cd34ef56ab12cd34ef56ab12cd34',
])('%s is stored as it came', (reply) => {
  expect(redactReply(reply, 'ada@example.com')).toBe(reply);
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
