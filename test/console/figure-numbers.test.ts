/** By how much a figure changed since the span before, and durations in words. */
import { expect, test } from 'vitest';
import { changeOf, wholeDuration } from '../../src/console/parts/figures/numbers.ts';

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

test.each([
  [480, '480 ms'],
  [90_000, '1.5 min'],
  [59.6 * 60_000, '1 h'],
  [111 * 60_000, '1 h 51 min'],
  [120 * 60_000 + 400, '2 h'],
])('%i milliseconds are %s', (milliseconds, said) => {
  expect(wholeDuration(milliseconds)).toBe(said);
});
