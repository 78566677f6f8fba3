/**
 * Bounds of ids with which a removal leaves out the partitions of other times (docs/rules.md#partitions): an event, its
 * message and what happened to that have ids of the instant of the emit. The bounds are there when PostgreSQL plans the
 * statement, so it plans and locks those partitions alone. Without them a batch of few rows takes as long as all partitions
 * take to be planned.
 */
import { idAt, mintedAt } from '../ground/ids.ts';

interface IdSpan {
  readonly firstId: string;
  readonly pastId: string;
}

/** The types of such values of a statement. */
export const spanValues = { firstId: 'text', pastId: 'text' } as const;

/** Of rows of these instants and of those between them. */
export function spanOfTimes(first: Date, last: Date): IdSpan {
  return { firstId: idAt(first), pastId: idAt(new Date(last.getTime() + 1)) };
}

/** Of what has ids of the instants of these, of one at least. */
export function spanOfInstants(ids: readonly string[]): IdSpan {
  const sorted = ids.toSorted();
  const timeOf = (id = '') => mintedAt(id) ?? new Date(0);
  return spanOfTimes(timeOf(sorted[0]), timeOf(sorted.at(-1)));
}

/** SQL: whether `id` is within the span. */
export const spannedSql = (id: string, { firstId, pastId }: IdSpan) => `${id} >= ${firstId} AND ${id} < ${pastId}`;
