import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/events/idempotency/canonical-json.ts';

test('equal JSON gives equal text, with sorted keys, numeric ones first', () => {
  expect(written({ b: [1, { d: null, c: undefined }], 10: 'x', a: { z: {}, y: [] }, 9: true })).toBe(
    '{"9":true,"10":"x","a":{"y":[],"z":{}},"b":[1,{"d":null}]}',
  );
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(written(value)).toBe(JSON.stringify(sorted(value)));
      expect(written(backwards(value))).toBe(written(value));
    }),
  );
});

test('a piece is short, whatever the value, so others can work after each', () => {
  const item = { b: 1, a: 'x' };
  const values = [Array(50_000).fill(item), { text: Array(50_000).fill([]) }, { a: 'y'.repeat(3_000_000), b: item }];
  for (const value of values) {
    const pieces = [...canonicalJson(value)];
    expect(Math.max(...pieces.map((piece) => (typeof piece === 'string' ? piece.length : 0)))).toBeLessThan(20_100);
    expect(written(value)).toBe(JSON.stringify(sorted(value)));
  }
});

function written(value: unknown): string {
  return [...canonicalJson(value)]
    .map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(piece.long)))
    .join('');
}

function sorted(value: unknown): unknown {
  return withKeys(value, (keys) => keys.sort());
}

function backwards(value: unknown): unknown {
  return withKeys(value, (keys) => keys.reverse());
}

function withKeys(value: unknown, order: (keys: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withKeys(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const made: Record<string, unknown> = Object.create(null);
  for (const key of order(Object.keys(value))) made[key] = withKeys((value as Record<string, unknown>)[key], order);
  return made;
}
