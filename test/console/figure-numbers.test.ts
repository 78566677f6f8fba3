/** By how much a figure changed since the span before. */
import { expect, test } from 'vitest';
import { changeOf } from '../../src/console/parts/figures/numbers.ts';

test.each([
  [112, 100, '+12%'],
  [95, 100, '-5%'],
  [0, 40, '-100%'],
  [100, 100, null],
  [1_001, 1_000, null],
  [7, 0, null],
  [1, 300_000, '-100%'],
  [90_000, 10, 'over +999%'],
])('%i after %i is %s', (now, before, said) => {
  expect(changeOf(now, before)).toBe(said);
});
