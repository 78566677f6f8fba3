/** Figures by day, with the days on which nothing happened. */
import type { DayCountsFragment, DayFactsFragment } from '../api/operations.ts';
import { daysFrom } from './days.ts';

export interface DayFigures {
  readonly day: string;
  /** Null for a day without mail. */
  readonly figures: DayCountsFragment | null;
}

type Groups = DayFactsFragment['groups'];

/** Every day from `from` to `to`, oldest first. */
export function everyDay(groups: Groups, from: string, to: string): readonly DayFigures[] {
  const known = new Map((groups ?? []).map(({ day, figures }) => [day, figures]));
  return daysFrom(from, to).map((day) => ({ day, figures: known.get(day) ?? null }));
}

/** Messages that ended without being suppressed: the whole of the rates of bounces. */
export function endedOf({ delivered, bounced, failed, expired }: DayCountsFragment): number {
  return delivered + bounced + failed + expired;
}

type Count = (figures: DayCountsFragment) => number;

/**
 * Shares of the `windowDays` days up to each day, in the way in which the health of a workspace is judged; null where
 * nothing is in the whole. The first days lack those before them, and are left out.
 */
export function rollingShares(days: readonly DayFigures[], windowDays: number, part: Count, whole: Count) {
  return days.slice(windowDays - 1).map((_, start) => {
    const counted = days.slice(start, start + windowDays).flatMap(({ figures }) => (figures ? [figures] : []));
    const all = counted.reduce((sum, figures) => sum + whole(figures), 0);
    return all === 0 ? null : counted.reduce((sum, figures) => sum + part(figures), 0) / all;
  });
}
