import { describe, expect, test } from 'vitest';
import { delayBounds, estimatePercentile } from '../../src/figures/delivery-times.ts';
import { mailProviders, providerOf } from '../../src/figures/provider-of.ts';

/** The counts of steps that PostgreSQL's width_bucket gives for these times. */
function stepsOf(times: readonly number[]): readonly number[] {
  const steps = Array.from({ length: delayBounds.length + 1 }, () => 0);
  for (const time of times) {
    const step = delayBounds.filter((bound) => time >= bound).length;
    steps[step] = (steps[step] ?? 0) + 1;
  }
  return steps;
}

describe('a percentile that is estimated from steps', () => {
  test('is off by less than a factor of two, or by less than 125 milliseconds', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 200; round += 1) {
      const times = Array.from({ length: 1 + Math.floor(random() * 300) }, () => 10 ** (random() * 8)).sort(
        (a, b) => a - b,
      );
      for (const p of [0.5, 0.9, 0.99]) {
        const truth = times[Math.ceil(p * times.length) - 1] ?? 0;
        const estimate = estimatePercentile(stepsOf(times), p) ?? Number.NaN;
        if (truth < 125) expect(Math.abs(estimate - truth)).toBeLessThanOrEqual(125);
        else expect(Math.max(estimate / truth, truth / estimate)).toBeLessThanOrEqual(2.001);
      }
    }
  });

  test('is null without a delivery', () => {
    expect(estimatePercentile(stepsOf([]), 0.5)).toBeNull();
    expect(estimatePercentile([], 0.5)).toBeNull();
  });
});

test.each([
  ['ada@GMAIL.com', 'gmail'],
  ['ada@googlemail.com', 'gmail'],
  ['ada@hotmail.co.uk', 'outlook'],
  ['ada@live.com.ar', 'outlook'],
  ['ada@yahoo.de', 'yahoo'],
  ['ada@gmx.at', 'gmx'],
  ['ada@proton.me', 'proton'],
  ['ada@live.example', 'other'],
  ['ada@yahoo.com.evil.example', 'other'],
  ['ada@mail.gmail.com', 'other'],
  ['ada@constructor.de', 'other'],
  ['ada@localhost', 'other'],
])('%s is of %s', (address, provider) => {
  expect(providerOf(address)).toBe(provider);
  expect(mailProviders).toContain(provider);
});
