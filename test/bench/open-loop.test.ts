import { expect, test } from 'vitest';
import { createOpenLoop } from './kit/open-loop.ts';

/** Ten requests, one each 100 ms from 1,000 on. */
const loop = () => createOpenLoop({ rate: 10, seconds: 1, start: 1_000 });

test('requests are due at their planned times, each once', () => {
  const { due } = loop();
  expect(due(999)).toEqual([]);
  expect(due(1_000)).toEqual([0]);
  expect(due(1_000)).toEqual([]);
  expect(due(1_250)).toEqual([1, 2]);
  expect(due(9_999)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(due(99_999)).toEqual([]);
});

test('a latency counts from the planned time, not from a late send', () => {
  const { due, sent, ended, summary } = loop();
  for (const n of due(1_900)) {
    sent(n, 1_900);
    ended(n, 1_901);
  }
  // The first was planned at 1,000; the last at 1,900.
  expect(summary(2_000)).toMatchObject({ longest: 901, p50: 401, p99: 901, sentLateP99: 900, unfinished: 0 });
});

test('a server that stands still is charged with every request of that time', () => {
  const { due, sent, ended, summary } = loop();
  for (let now = 1_000; now <= 1_900; now += 100) for (const n of due(now)) sent(n, now);
  for (let n = 0; n < 10; n += 1) ended(n, 2_000);
  expect(summary(2_000)).toMatchObject({ longest: 1_000, p50: 500, sentLateP99: 0 });
});

test('what has not ended counts with the time so far', () => {
  const { due, sent, ended, isOver, summary } = loop();
  for (const n of due(1_900)) sent(n, 1_900);
  for (let n = 0; n < 9; n += 1) ended(n, 1_900);
  expect(isOver()).toBe(false);
  expect(summary(6_900)).toMatchObject({ planned: 10, unfinished: 1, longest: 5_000 });
  ended(9, 6_900);
  expect(isOver()).toBe(true);
});

test('ten minutes at 500 a second are summed up', () => {
  const { due, sent, ended, summary } = createOpenLoop({ rate: 500, seconds: 600, start: 0 });
  for (const n of due(600_000)) {
    sent(n, 2 * n);
    ended(n, 2 * n + 7);
  }
  expect(summary(600_007)).toMatchObject({ planned: 300_000, unfinished: 0, longest: 7, p50: 7 });
});
