/** The timeline of a message shows an attempt and what came of it as one entry. */
import { expect, test } from 'vitest';
import type { MomentFragment } from '../../src/console/api/operations.ts';
import { foldAttempts } from '../../src/console/parts/messages/fold-attempts.ts';

function moment(kind: string, number?: number): MomentFragment {
  const attempt = number === undefined ? {} : { attempt: { number, durationMs: 5 } };
  return {
    __typename: `Timeline${kind}`,
    at: '2026-11-23T10:00:00Z',
    cursor: `${kind} ${number}`,
    ...attempt,
  } as never;
}

const folded = (...moments: readonly MomentFragment[]) =>
  foldAttempts(moments).map(({ moment: { cursor }, ended }) => [cursor.trim(), ended?.number ?? null]);

test('each attempt stands with its end, and one without an end by itself', () => {
  expect(
    folded(
      moment('Accepted'),
      moment('Attempt', 1),
      moment('Deferred', 1),
      moment('Attempt', 2),
      moment('Delivered', 2),
      moment('Opened'),
    ),
  ).toEqual([
    ['Accepted undefined', null],
    ['Deferred 1', 1],
    ['Delivered 2', 2],
    ['Opened undefined', null],
  ]);
  expect(folded(moment('Attempt', 1), moment('Deferred', 1), moment('Attempt', 2))).toEqual([
    ['Deferred 1', 1],
    ['Attempt 2', null],
  ]);
});

test('a state that a report brought about ends no attempt, and folds none', () => {
  const reported = { ...moment('Delivered'), attempt: null } as MomentFragment;
  expect(folded(moment('Attempt', 1), moment('Relayed', 1), reported)).toEqual([
    ['Relayed 1', 1],
    ['Delivered undefined', null],
  ]);
  expect(folded(moment('Attempt', 1), reported)).toEqual([
    ['Attempt 1', null],
    ['Delivered undefined', null],
  ]);
});
