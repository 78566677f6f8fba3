/** How many streams one process has (docs/rules.md#live-streams). */

/** Bounds of the streams of one process. */
export interface StreamLimits {
  /** Streams of one API key at once; the operator counts as one key. */
  readonly ofKey: number;
  /** Streams of all keys of one platform at once, so that other platforms find room. */
  readonly ofPlatform: number;
  /** Streams of all callers at once. */
  readonly inAll: number;
  /** Longest life of a stream; milliseconds. */
  readonly life: number;
}

export const streamLimits: StreamLimits = { ofKey: 100, ofPlatform: 250, inAll: 500, life: 30 * 60_000 };
