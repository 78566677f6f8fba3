/** The arithmetic of the benches. */
import type { Figure, Target } from './bench.ts';

/** A figure as it is printed. `ours` and `yardstick` are medians, `ratio` is the ratio of the medians. */
export interface FigureLine {
  readonly name: string;
  readonly ours: number;
  readonly yardstick: number;
  readonly ratio: number;
  readonly unit: string;
}

export interface Summary extends FigureLine {
  readonly pairs: number;
  /** Smallest and largest ratio of one pair: how noisy the machine was. */
  readonly ratioFrom: number;
  readonly ratioTo: number;
  readonly target: Target | null;
  /** Null where there is no target. */
  readonly met: boolean | null;
  readonly reached: boolean | null;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('There is no median of no values.');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed: the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is no percentile of no values.');
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] ?? Number.NaN;
}

/** Three significant digits, and whole numbers from 100 on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

export function summarise({ name, pairs, unit, target }: Figure): Summary {
  const ours = median(pairs.map((pair) => pair.ours));
  const yardstick = median(pairs.map((pair) => pair.yardstick));
  const ratio = ours / yardstick;
  const ratios = pairs.map((pair) => pair.ours / pair.yardstick);
  return {
    name,
    ours: rounded(ours),
    yardstick: rounded(yardstick),
    ratio: rounded(ratio),
    unit,
    pairs: pairs.length,
    ratioFrom: rounded(Math.min(...ratios)),
    ratioTo: rounded(Math.max(...ratios)),
    target,
    met: target && holds(target.bound, ratio, target.ratio),
    reached: target?.reachFor == null ? null : holds(target.bound, ratio, target.reachFor),
  };
}

function holds(bound: Target['bound'], ratio: number, limit: number): boolean {
  return bound === 'at least' ? ratio >= limit : ratio <= limit;
}

/** The line on standard output: exactly these five fields. */
export function figureLine({ name, ours, yardstick, ratio, unit }: FigureLine): string {
  return JSON.stringify({ name, ours, yardstick, ratio, unit });
}
