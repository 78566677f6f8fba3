/** What the page of a message says of the time that its mail took. */
import { expect, test } from 'vitest';
import type { MomentFragment } from '../../src/console/api/operations.ts';
import { timeTaken } from '../../src/console/parts/messages/time-taken.ts';

/** A moment at a time of the morning, such as `10:00:05`. */
function moment(kind: string, time: string, more: object = {}): MomentFragment {
  return { __typename: `Timeline${kind}`, at: `2026-11-23T${time}.000Z`, cursor: `${kind} ${time}`, ...more } as never;
}
const sendAt = (time: string) => ({ sendAt: `2026-11-23T${time}.000Z` });

const minutes = (count: number) => count * 60_000;
const accepted = moment('Accepted', '10:00:00');

test('a mail that has not ended has taken no time yet', () => {
  expect(timeTaken([])).toBeNull();
  expect(timeTaken([accepted, moment('Attempt', '10:00:01'), moment('Deferred', '10:00:02')])).toBeNull();
});

test('a quick mail names its time, and nothing that it waited for', () => {
  const end = moment('Delivered', '10:00:30');
  expect(timeTaken([accepted, moment('Attempt', '10:00:29'), end])).toEqual({
    end,
    whole: 30_000,
    isPlanned: false,
    longest: null,
  });
});

test('a late mail names where it stood for most of the time', () => {
  const deferred = moment('Deferred', '10:00:02');
  const end = moment('Delivered', '10:41:00');
  const all = [accepted, moment('Attempt', '10:00:01'), deferred, moment('Attempt', '10:40:02'), end];
  const longest = { after: deferred, milliseconds: minutes(40), times: 1 };
  expect(timeTaken(all)).toEqual({ end, whole: minutes(41), isPlanned: false, longest });
  // What follows the end, such as an opening, changes nothing.
  expect(timeTaken([...all, moment('Opened', '11:00:00'), moment('Complained', '12:00:00')])?.longest).toEqual(longest);
});

test('a mail that waited in the queue stood at its acceptance, and many short waits explain nothing', () => {
  const end = moment('Failed', '10:10:00');
  expect(timeTaken([accepted, end])?.longest).toEqual({ after: accepted, milliseconds: minutes(10), times: 1 });
  const waits = [moment('Waiting', '10:03:00'), moment('Deferred', '10:06:00'), moment('Waiting', '10:08:00')];
  expect(timeTaken([accepted, ...waits.slice(0, 2), end])).toMatchObject({ whole: minutes(10), longest: null });
});

test('waits of one kind count together, such as those after each refusal', () => {
  const end = moment('Delivered', '10:10:00');
  const first = moment('Deferred', '10:01:00');
  const all = [accepted, first, moment('Attempt', '10:02:00'), moment('Deferred', '10:02:30'), end];
  expect(timeTaken(all)?.longest).toEqual({ after: first, milliseconds: minutes(8.5), times: 2 });
});

test('a planned mail counts from its time, the last that was planned', () => {
  const moved = moment('Moved', '10:05:00', sendAt('12:00:00'));
  const planned = [accepted, moment('Scheduled', '10:00:00', sendAt('11:00:00')), moved];
  const end = moment('Delivered', '12:02:00');
  expect(timeTaken([...planned, end])).toEqual({
    end,
    whole: minutes(2),
    isPlanned: true,
    longest: { after: moved, milliseconds: minutes(2), times: 1 },
  });
  expect(timeTaken([...planned, moment('Failed', '10:06:00')])).toBeNull();
});
