import { expect, test } from 'vitest';
import { hasReservedKey, reservedPaths } from '../../../src/ground/input/reserved-names.ts';

const texts = [
  '{"constructor":1}',
  '{"a":[{"b":{"__proto__":{}}}]}',
  '{"a":{"prototype":null}}',
  '{"construct\\u006fr":1}',
  '{"a":"constructor"}',
  '{"a":"\\"constructor\\":"}',
  '{"a\\"constructor":1}',
  '{"constructors":1,"xprototype":2}',
  '["constructor",":"]',
];

test.for(texts)('the quick look at %s says what the search says', (text) => {
  const value: unknown = JSON.parse(text);
  expect(hasReservedKey(JSON.stringify(value))).toBe(reservedPaths(value).length > 0);
});

test('some of them have one, some none', () => {
  const answers = texts.map((text) => hasReservedKey(JSON.stringify(JSON.parse(text))));
  expect(new Set(answers).size).toBe(2);
});
