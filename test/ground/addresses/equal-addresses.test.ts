import { expect, test } from 'vitest';
import { normaliseAddress } from '../../../src/ground/addresses/equal-addresses.ts';

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
