/**
 * Where the next claim of an endpoint begins (docs/rules.md#webhook-claims). Webhooks that are claimed keep their place
 * among the due ones until their results are committed. A claim that began at the front would read all of them again:
 * up to half a thousand, for a hundred new ones.
 */

/** A claim begins at the front again after so long; milliseconds. What became due out of order waits no longer. */
export const positionKept = 100;

export interface ClaimPosition {
  /** The due time from which the next claim looks; null: the front. */
  from(now: number): Date | null;
  /** Notes what the claim returned, in the order of the due times. */
  note(claimed: readonly { readonly dueAt: Date }[], now: number): void;
  /** The next claim begins at the front. */
  reset(): void;
}

/** `now` is `performance.now()`. */
export function createClaimPosition(): ClaimPosition {
  let position: Date | null = null;
  let since = 0;
  return {
    from(now) {
      if (now - since >= positionKept) position = null;
      return position;
    },
    note(claimed, now) {
      if (position === null) since = now;
      position = claimed.at(-1)?.dueAt ?? null;
    },
    reset() {
      position = null;
    },
  };
}
