/** Where the next run of a sweep begins, so that rows which do not change cannot keep it from those behind them. */
export interface SweepPosition {
  /** The last id that was looked at; empty: from the first. */
  after: string;
}
