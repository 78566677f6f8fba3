declare module '../../context.ts' {
  interface Parts {
    /** By platform id. */
    readonly requestLeases: Map<string, RequestLease>;
  }
}

/** A process's share of one platform's request budget. */
export interface RequestLease {
  tokens: number;
  /** From the last lease: tokens left in the row, and the platform's limit a minute. */
  inRow: number;
  perMinute: number;
  /** Requests that wait for a token of the next block. */
  waiting: number;
  asking: Promise<void> | null;
  /** Time of the next lease after one that returned no token; milliseconds. */
  emptyUntil: number;
}
