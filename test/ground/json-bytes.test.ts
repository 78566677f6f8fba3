import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonBytes } from '../../src/ground/json-bytes.ts';

it('counts the bytes of any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      expect(jsonBytes(value, Number.MAX_SAFE_INTEGER)).toBe(bytes);
      expect(jsonBytes(value, bytes)).toBe(bytes);
      expect(jsonBytes(value, bytes - 1)).toBeGreaterThan(bytes - 1);
    }),
  );
});

it('counts dates and text outside of Latin-1', () => {
  const value = { at: new Date(0), text: 'ü€😀\u0001"\\', half: '\ud800' };
  expect(jsonBytes(value, 1_000)).toBe(Buffer.byteLength(JSON.stringify(value)));
});

it('looks no further than the limit', () => {
  const trap = Object.defineProperty({}, 'read', {
    enumerable: true,
    get: () => {
      throw new Error('It was looked at');
    },
  });
  expect(jsonBytes([trap, 'x'.repeat(100)], 50)).toBeGreaterThan(50);
});
