import type { Counted } from '../src/ground/lists/keyset.ts';

/** Rows that a list counts at most (docs/rules.md#total-count). */
export const countMax = 10_000;

export interface RowCount {
  readonly count: number;
  /** Whether the list has more rows than `count`. */
  readonly capped: boolean;
}

/** Counts once, and stops one row behind the limit. */
export function countOnce(countUpTo: (limit: number) => Promise<Counted>): () => Promise<RowCount> {
  let counted: Promise<RowCount> | null = null;
  return () => {
    counted ??= countUpTo(countMax + 1).then((found) => {
      const [rows, stopped] = typeof found === 'number' ? [found, false] : [found.atLeast, true];
      return { count: Math.min(rows, countMax), capped: stopped || rows > countMax };
    });
    return counted;
  };
}
