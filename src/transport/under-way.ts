/** Work under way, for a close that waits until none is left. */
export interface UnderWay {
  readonly count: number;
  /** Counts `work` until it has ended. */
  follow<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const waiters: (() => void)[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    async follow(work) {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) for (const resolve of waiters.splice(0)) resolve();
      }
    },
    async ended() {
      if (count > 0) await new Promise<void>((resolve) => waiters.push(resolve));
    },
  };
}
