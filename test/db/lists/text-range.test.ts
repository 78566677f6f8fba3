/** Between which texts all stand that begin with a text, whatever the collation (docs/rules.md#lists-over-workspaces). */
import { expect, test } from 'vitest';
import { textBelow } from '../../../src/db/lists/text-range.ts';

test.each([
  ['HB-2240', 'HB-2241'],
  ['HB-2239', 'HB-223A'],
  ['HB-2240-', 'HB-2241'],
  ['order', 'ordes'],
  ['ORDER_', 'ORDES'],
  ['jazz', 'jazα'],
  ['a😀', 'b'],
])('texts from %s on end before %s', (start, below) => {
  expect(textBelow(start)).toBe(below);
});

test.each(['---', 'ж'])('%s has no such bound', (start) => {
  expect(textBelow(start)).toBeNull();
});

const collations = [
  (one: string, other: string) => Number(one > other) - Number(one < other),
  new Intl.Collator('en').compare,
  new Intl.Collator('de', { ignorePunctuation: true }).compare,
];

test.each(['HB-2240', 'HB-2239', 'Order', 'order-9', 'z', 'Z9_'])('what goes on from %s stands within', (start) => {
  const below = textBelow(start) ?? '';
  for (const compare of collations) {
    for (const more of ['', '-receipt', '_1', '0', '9', 'a', 'z', 'Z', '~', ':x', '.~z', 'zzzz', '999']) {
      expect([start, more, compare(start + more, below) < 0]).toEqual([start, more, true]);
      expect([start, more, compare(start, start + more) <= 0]).toEqual([start, more, true]);
    }
  }
});
