/** What a process holds of one platform's request budget. */
export interface RequestLease {
  tokens: number;
  /** Of the last lease: tokens left in the row, and the platform's limit a minute. */
  inRow: number;
  perMinute: number;
  /** Requests that wait for a token of the next block. */
  waiting: number;
  asking: Promise<void> | null;
  /** Not to be asked for again before, after a lease that gave nothing; milliseconds. */
  emptyUntil: number;
}
