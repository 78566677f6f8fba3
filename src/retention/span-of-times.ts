/**
 * Bounds of ids with which a removal leaves out the partitions of other times (docs/rules.md#partitions): an event, its
 * message and what happened to that have ids of the instant of the emit. The bounds are there when PostgreSQL plans the
 * statement, so it plans and locks those partitions alone. Without them a batch of few rows takes as long as all partitions
 * take to be planned.
 */
import { idAt, mintedAt } from '../ground/ids.ts';
import { day } from '../ground/time/durations.ts';

/** How far the time of a row may be from that of its id, and the clocks of two processes apart: far more than they are. */
const clocksApart = day;

interface IdSpan {
  readonly firstId: string;
  readonly pastId: string;
}

/** The types of such values of a statement. */
export const spanValues = { firstId: 'text', pastId: 'text' } as const;

/** Of rows of these times and of those between them. */
export function spanOfTimes(first: Date, last: Date): IdSpan {
  const [from, past] = [first.getTime() - clocksApart, last.getTime() + clocksApart];
  return { firstId: idAt(new Date(from)), pastId: idAt(new Date(past)) };
}

/** Of what has ids of the instants of these, of one at least. */
export function spanOfInstants(ids: readonly string[]): IdSpan {
  const sorted = ids.toSorted();
  const timeOf = (id = '') => mintedAt(id) ?? new Date(0);
  return spanOfTimes(timeOf(sorted[0]), timeOf(sorted.at(-1)));
}

/** SQL: whether `id` is within the span. */
export const spannedSql = (id: string, { firstId, pastId }: IdSpan) => `${id} >= ${firstId} AND ${id} < ${pastId}`;
