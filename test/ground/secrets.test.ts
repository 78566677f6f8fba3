import { expect, test } from 'vitest';
import { createSecrets } from '../../src/ground/secrets.ts';

test('texts that differ in their last character have different hashes, with a domain or without', () => {
  const { addressHash } = createSecrets('a key of thirty-two characters at least');
  expect(addressHash('abc').equals(addressHash('abd'))).toBe(false);
  expect(addressHash('abc@example.com').equals(addressHash('ABC@example.com'))).toBe(true);
});

const first = 'a key of thirty-two characters at least';
const second = 'another key of thirty-two characters, or more';

test('two keys open what either has sealed, and know which; a third opens nothing', () => {
  const both = createSecrets(second, first);
  for (const [key, which] of [
    [first, 'previous'],
    [second, 'current'],
  ] as const) {
    const sealed = createSecrets(key).seal('plain');
    expect(both.open(sealed)).toBe('plain');
    expect(both.sealerOf(sealed)).toBe(which);
  }
  const foreign = createSecrets('a third key of thirty-two characters, or more').seal('plain');
  expect(both.sealerOf(foreign)).toBeNull();
  expect(() => both.open(foreign)).toThrow();
});

test('the key that the database names makes what is new, and both signatures count', () => {
  const both = createSecrets(second, first);
  const check = createSecrets(first).checkOf('current') ?? Buffer.alloc(0);
  expect(both.adopt({ check, lasting: null })).toBe(true);
  expect(both.inForce()).toBe('previous');
  const [bySecond, byFirst] = [second, first].map((key) => createSecrets(key).mac('unsubscribe', 'text'));
  expect(both.mac('unsubscribe', 'text')).toEqual(byFirst);
  expect(both.macs('unsubscribe', 'text')).toEqual([byFirst, bySecond]);
  expect(both.addressHash('ada@example.com')).toEqual(createSecrets(first).addressHash('ada@example.com'));
});

test('keys of hashes outlast a change, and a database of other keys changes nothing', () => {
  const old = createSecrets(first);
  const both = createSecrets(second, first);
  both.adopt({ check: old.checkOf('current') ?? Buffer.alloc(0), lasting: null });
  const lasting = both.sealWithCurrent(both.lastingKeys());
  const check = both.checkOf('current') ?? Buffer.alloc(0);
  const alone = createSecrets(second);
  expect(alone.adopt({ check, lasting })).toBe(true);
  expect(alone.addressHash('ada@example.com')).toEqual(old.addressHash('ada@example.com'));
  expect(alone.erasedKeyMac('key')).toEqual(old.erasedKeyMac('key'));
  expect(alone.startBodyHash().update('body').digest()).toEqual(old.startBodyHash().update('body').digest());
  expect(alone.adopt({ check: Buffer.alloc(32), lasting: null })).toBe(false);
  expect(old.adopt({ check, lasting })).toBe(false);
  expect(alone.addressHash('ada@example.com')).toEqual(old.addressHash('ada@example.com'));
});
