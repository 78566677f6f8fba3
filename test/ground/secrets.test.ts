import { expect, test } from 'vitest';
import { createSecrets } from '../../src/ground/secrets.ts';

test('texts that differ in their last character have different hashes, with a domain or without', () => {
  const { addressHash } = createSecrets('a key of thirty-two characters at least');
  expect(addressHash('abc').equals(addressHash('abd'))).toBe(false);
  expect(addressHash('abc@example.com').equals(addressHash('ABC@example.com'))).toBe(true);
});
