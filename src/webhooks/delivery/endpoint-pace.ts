/** Counts how many webhooks an endpoint accepted lately: what it accepted once, it will accept as fast again. */

/** The time over which accepted webhooks are counted; milliseconds. */
export const paceTime = 20;

export interface EndpointPace {
  /** Counts one accepted webhook. */
  note(now: number): void;
  /** Webhooks accepted within about `paceTime`; zero once the endpoint has been silent for twice as long. */
  lately(now: number): number;
}

/** `now` is `performance.now()`. */
export function createEndpointPace(): EndpointPace {
  let period = 0;
  let accepted = 0;
  let acceptedBefore = 0;

  const moveTo = (now: number) => {
    const current = Math.floor(now / paceTime);
    if (current === period) return;
    acceptedBefore = current === period + 1 ? accepted : 0;
    accepted = 0;
    period = current;
  };

  return {
    note(now) {
      moveTo(now);
      accepted += 1;
    },
    lately(now) {
      moveTo(now);
      return Math.max(accepted, acceptedBefore);
    },
  };
}
