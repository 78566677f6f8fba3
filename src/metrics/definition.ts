/** How a metric is told of: its name, its text, its labels, and where its values are read at a scrape. */
import type { App } from '../context.ts';
import type { ThreadUse } from '../http/graphql/thread/query-thread.ts';
import type { Facts } from './fact-reader.ts';

/** What a scrape reads. */
export interface View {
  readonly app: App;
  /** Null: the process has no thread of dear queries. */
  readonly thread: ThreadUse | null;
  readonly facts: Facts;
}

/** A value, and the values of the labels in their order. */
type Sample = readonly [value: number, ...labels: readonly string[]];

export interface Definition {
  readonly kind: 'gauge' | 'counter';
  /** By Prometheus' conventions: the unit at the end, `_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Returns the values of now; null: there is nothing to tell. A counter's are those since the start of the process. */
  read(view: View): number | null | readonly Sample[];
}

export const seconds = (milliseconds: number) => milliseconds / 1_000;

/** Seconds from `at` until `now`; 0 when there is nothing. */
export function ageOf(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, seconds(now.getTime() - at.getTime()));
}
