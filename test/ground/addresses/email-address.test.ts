/** The rule of email addresses, wherever one is accepted. */
import { describe, expect, it } from 'vitest';
import { emailAddress } from '../../../src/ground/addresses/email-address.ts';

const isAddress = (text: string) => emailAddress.safeParse(text).success;

describe('an email address', () => {
  it.each([
    'ada@example.com',
    "o'hara+tag/x=y@sub.example.co.uk",
    'a.b.c@example.com',
    'jos\u00e9@example.com',
    '\u0645\u062b\u0627\u0644@\u0645\u062b\u0627\u0644.\u0645\u0635\u0631',
    'ada@b\u00fccher.example',
    'ada@xn--bcher-kva.example',
    '{ada}@a-b.example',
    `${'a'.repeat(64)}@example.com`,
  ])('%j is taken', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'ada..b@example.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@example-.com',
    'n@1.2',
    'n@example.123',
    'n@192.0.2.1',
    'n@example.0x1f',
    'n@example.１２',
    'ada@exa_mple.com',
    'ada b@example.com',
    'ada,b@example.com',
    '"ada b"@example.com',
    'ada<b@example.com',
    'a\u0000da@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('%j is refused', (text) => {
    expect(isAddress(text)).toBe(false);
  });

  it.each([
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a soft hyphen', '\u00ad'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a right-to-left override', '\u202e'],
    ['an isolate', '\u2066'],
    ['a variation selector', '\ufe0f'],
    ['a supplementary variation selector', '\u{e0100}'],
    ['a tag character', '\u{e0061}'],
    ['a combining grapheme joiner', '\u034f'],
    ['a Hangul filler', '\u3164'],
    ['an empty Braille pattern', '\u2800'],
    ['half of a surrogate pair', '\ud800'],
  ])('with %s on either side of the @ is refused', (_what, unseen) => {
    expect(isAddress(`a${unseen}da@example.com`)).toBe(false);
    expect(isAddress(`ada${unseen}@example.com`)).toBe(false);
    expect(isAddress(`ada@exa${unseen}mple.com`)).toBe(false);
  });
});
