/** The attempts at each endpoint that run in this process: its own share of connections, whatever the others do. */
import type { TurnKey } from '../turns/jobs.ts';

/** Attempts at one endpoint that run at once (docs/rules.md#endpoint-shares). */
const slots = 8;

/**
 * Never rejects. Calls `ending`, once, when the request has succeeded and only its result is left to be written.
 * `waited`: the attempt had no slot at first, so the webhook that it was added with may be out of date.
 */
export type Attempt = (ending: () => void, waited: boolean) => Promise<void>;

/** For the turn of the endpoint. The scheduler runs one turn of a key at a time, so a window has one user. */
export interface EndpointWindow {
  /** How many webhooks may be claimed: for free slots, and for slots whose results are just being written. */
  free(): number;
  /** Begins the attempt as soon as a slot is free. */
  add(attempt: Attempt): void;
  /** True once more may be claimed, false after so many milliseconds without. */
  slotWithin(milliseconds: number): Promise<boolean>;
  /** Calls the last `then` that was given, once, when more may be claimed. */
  whenFree(then: () => void): void;
}

/** The deliveries of one process. */
export interface Deliveries {
  windowOf(endpoint: TurnKey): EndpointWindow;
  /** Resolves when no attempt runs or waits for its slot, and every window has told that it is free. */
  settled(): Promise<void>;
}

export function createDeliveries(): Deliveries {
  /** By endpoint, those with attempts. */
  const windows = new Map<string, EndpointWindow>();
  const underWay = new Set<Promise<void>>();

  /** `work` never rejects. */
  const follow = (work: Promise<void>) => {
    const followed: Promise<void> = work.finally(() => underWay.delete(followed));
    underWay.add(followed);
  };

  return {
    windowOf({ id }) {
      return (
        windows.get(id) ??
        createWindow({
          follow,
          begins: (window) => windows.set(id, window),
          ends: () => windows.delete(id),
        })
      );
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

interface WindowOptions {
  readonly follow: (work: Promise<void>) => void;
  /** Called when the window's first attempt begins. */
  readonly begins: (window: EndpointWindow) => void;
  /** Called when the window has no attempt any more. */
  readonly ends: () => void;
}

function createWindow({ follow, begins, ends }: WindowOptions): EndpointWindow {
  let running = 0;
  let ending = 0;
  /** Claimed while results were written: a claim takes as long as that. */
  const waiting: Attempt[] = [];
  let wake: (() => void) | null = null;
  let next: (() => void) | null = null;
  let telling = false;

  const free = () => slots - running + ending - waiting.length;

  const tellFree = () => {
    if (free() === 0) return;
    const told = [wake, next];
    wake = next = null;
    for (const tell of told) tell?.();
  };
  // Attempts that are recorded together end together: the next claim is to find all their slots.
  const tellFreeSoon = () => {
    if (telling) return;
    telling = true;
    const told = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      telling = false;
      tellFree();
    });
    follow(told);
  };

  const begin = (attempt: Attempt, waited: boolean) => {
    running += 1;
    let isEnding = false;
    const endSoon = () => {
      if (isEnding) return;
      isEnding = true;
      ending += 1;
      tellFreeSoon();
    };
    const ended = attempt(endSoon, waited).then(() => {
      running -= 1;
      if (isEnding) ending -= 1;
      const first = waiting.shift();
      if (first) begin(first, true);
      if (running === 0) ends();
      tellFreeSoon();
    });
    follow(ended);
  };

  const window: EndpointWindow = {
    free,
    add(attempt) {
      if (running === 0) begins(window);
      if (running < slots) begin(attempt, false);
      else waiting.push(attempt);
    },
    slotWithin: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }),
    whenFree(then) {
      next = then;
    },
  };
  return window;
}
