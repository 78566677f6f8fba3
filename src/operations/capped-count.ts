/** Counts that stop at a limit, so that watching a backlog costs the same at any size (docs/rules.md#backlog-counts). */

/** Rows that one count of the whole deployment examines, at most. */
export const deploymentCountMax = 10_000;
/** Rows that one count of a platform or an endpoint examines, at most: a page has up to fifty of them. */
export const ownCountMax = 1_000;

export interface CappedCount {
  readonly count: number;
  /** Whether there are more rows than `count`. */
  readonly capped: boolean;
}

/** Makes the count of at most `max` + 1 rows that were found. */
export function cappedCount(found: number, max: number): CappedCount {
  return { count: Math.min(found, max), capped: found > max };
}
