/** When the page says that an endpoint gets its next webhook. */
import { expect, test } from 'vitest';
import { type Endpoint, nextAttemptOf } from '../../src/console/parts/webhooks/endpoint.ts';

const due = '2026-11-23T10:00:00.000Z';
const later = '2026-11-23T10:05:00.000Z';
const next = (pausedAt: string | null, pausedUntil: string | null, oldestDueAt: string | null) =>
  nextAttemptOf({ pausedAt, breaker: { failures: 0, pausedUntil }, backlog: { pending: {}, oldestDueAt } } as Endpoint);

test('the oldest due webhook goes next, but not before the breaker ends its pause', () => {
  expect(next(null, null, due)).toBe(due);
  expect(next(null, later, due)).toBe(later);
  expect(next(null, due, later)).toBe(later);
});

test('none goes while somebody has paused the endpoint, or while nothing waits', () => {
  expect(next(due, null, due)).toBeNull();
  expect(next(null, later, null)).toBeNull();
});
