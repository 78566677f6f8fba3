import { describe, expect, test } from 'vitest';
import { atLeast, atMost, type Figure } from './kit/bench.ts';
import { figureLine, median, percentile, rounded, summarise } from './kit/figures.ts';
import { isTrial, readCommand } from './kit/settings.ts';

describe('the median', () => {
  test('of an odd number of values is the middle one, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test('of an even number of values is the mean of the two in the middle', () => {
    expect(median([4, 1, 100, 2])).toBe(3);
  });

  test('of no values is an error', () => {
    expect(() => median([])).toThrow();
  });

  test('compares numbers, not their digits', () => {
    expect(median([10, 9, 100])).toBe(10);
  });
});

describe('the percentile', () => {
  const hundred = Array.from({ length: 100 }, (_none, n) => 100 - n);

  test.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('%d of 1 to 100 is %d', (share, value) => {
    expect(percentile(hundred, share)).toBe(value);
  });

  test('99 % of few values is the largest', () => {
    expect(percentile([1, 2, 300], 0.99)).toBe(300);
  });
});

describe('a figure', () => {
  const figure = (pairs: Figure['pairs'], target: Figure['target']): Figure => ({
    name: 'a',
    pairs,
    unit: 'u',
    target,
  });
  const pairs = [
    { ours: 60, yardstick: 100 },
    { ours: 10, yardstick: 1_000 },
    { ours: 80, yardstick: 90 },
  ];

  test('gives medians, their ratio, and the spread of the single pairs', () => {
    expect(summarise(figure(pairs, null))).toMatchObject({
      ours: 60,
      yardstick: 100,
      ratio: 0.6,
      ratioFrom: 0.01,
      ratioTo: 0.889,
      met: null,
    });
  });

  test.each([
    [atLeast(0.6, 1), true, false],
    [atLeast(0.61, 1), false, false],
    [atLeast(0.1, 0.6), true, true],
    [atMost(0.6, 0.5), true, false],
    [atMost(0.59), false, null],
  ])('with the target %j is met: %s, reached: %s', (target, met, reached) => {
    expect(summarise(figure(pairs, target))).toMatchObject({ met, reached });
  });

  test('a ratio that only rounds up to its target is a miss', () => {
    const summary = summarise(figure([{ ours: 599.9, yardstick: 1_000 }], atLeast(0.6)));
    expect(summary).toMatchObject({ ratio: 0.6, met: false });
  });

  test('is printed with five fields', () => {
    const line = figureLine(summarise(figure(pairs, null)));
    expect(Object.keys(JSON.parse(line))).toEqual(['name', 'ours', 'yardstick', 'ratio', 'unit']);
  });

  test('numbers keep three digits', () => {
    expect([1_234.5, 12.345, 0.012345].map(rounded)).toEqual([1_235, 12.3, 0.0123]);
  });
});

describe('the command line', () => {
  test('takes names and settings in any order', () => {
    const { names, settings } = readCommand([
      'emit',
      '--pairs',
      '2',
      'list',
      '--share=0.5',
      '--profile',
      '--processes=2',
    ]);
    expect(names).toEqual(['emit', 'list']);
    expect(settings).toEqual({ pairs: 2, seconds: 10, share: 0.5, profile: true, processes: '2' });
  });

  test.each([
    ['--pairs', '0'],
    ['--pairs', '1.5'],
    ['--share', '2'],
    ['--seconds', 'x'],
    ['--speed', '9'],
  ])('refuses %s %s', (...args) => {
    expect(() => readCommand(args)).toThrow();
  });

  test('less than the full settings is a trial', () => {
    expect(isTrial(readCommand([]).settings)).toBe(false);
    for (const args of [['--pairs=4'], ['--seconds=9'], ['--share=0.9'], ['--processes=2']]) {
      expect(isTrial(readCommand(args).settings)).toBe(true);
    }
  });
});
