import { expect, test } from 'vitest';
import { createSecrets, normaliseAddress } from '../../src/ground/secrets.ts';

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['ADA', 'ada'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['JOS\u00c9@bu\u0308cher.example', 'jos\u00e9@xn--bcher-kva.example'],
  ['e\u0301', '\u00e9'],
  ['', ''],
])('%j is compared as %j', (address, normal) => {
  expect(normaliseAddress(address)).toBe(normal);
});

test('texts that differ in their last character have different hashes, with a domain or without', () => {
  const { addressHash } = createSecrets('a key of thirty-two characters at least');
  expect(addressHash('abc').equals(addressHash('abd'))).toBe(false);
  expect(addressHash('abc@example.com').equals(addressHash('ABC@example.com'))).toBe(true);
});
