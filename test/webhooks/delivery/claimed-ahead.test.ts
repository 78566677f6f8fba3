/** Webhooks claimed ahead go out in order, or back. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClaimedAhead, keptAhead } from '../../../src/webhooks/delivery/claimed-ahead.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openAhead() {
  const back: (readonly string[])[] = [];
  return { back, ahead: createClaimedAhead<string>((webhooks) => void back.push(webhooks)) };
}

test('the oldest goes first', () => {
  const { ahead, back } = openAhead();
  ahead.add(['a', 'b']);
  ahead.add(['c']);
  expect([ahead.take(), ahead.take(), ahead.take(), ahead.take()]).toEqual(['a', 'b', 'c', undefined]);
  vi.advanceTimersByTime(10 * keptAhead);
  expect(back).toEqual([]);
});

test('all go back once the oldest has waited for its time', () => {
  const { ahead, back } = openAhead();
  ahead.add(['a']);
  vi.advanceTimersByTime(keptAhead - 1);
  ahead.add(['b']);
  expect(back).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(back).toEqual([['a', 'b']]);
  expect(ahead.size).toBe(0);
});

test('the time of a webhook counts from its own claim', () => {
  const { ahead, back } = openAhead();
  ahead.add(['a']);
  vi.advanceTimersByTime(keptAhead - 1);
  ahead.add(['b']);
  expect(ahead.take()).toBe('a');
  vi.advanceTimersByTime(keptAhead - 1);
  expect(back).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(back).toEqual([['b']]);
});

test('in a busy process, whose timers are late, nothing goes out after its time', () => {
  const { ahead, back } = openAhead();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  ahead.add(['a', 'b']);
  now.mockReturnValue(keptAhead);
  expect(ahead.take()).toBeUndefined();
  expect(back).toEqual([['a', 'b']]);
  now.mockRestore();
});

test('what is called back goes back at once, and only once', () => {
  const { ahead, back } = openAhead();
  ahead.add(['a']);
  ahead.giveBack();
  ahead.giveBack();
  vi.advanceTimersByTime(10 * keptAhead);
  expect(back).toEqual([['a']]);
});
