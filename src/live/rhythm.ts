/** Work that is repeated, one run at a time, and can be hastened. */
export interface Rhythm {
  /** Begins to repeat. Work that only runs when hastened needs no start. */
  start(): void;
  /** Runs the work as soon as the shortest pause allows. */
  hasten(): void;
  stop(): void;
}

interface RhythmOptions {
  /** From the end of one run to the next; milliseconds. Null: only when hastened. */
  readonly every: number | null;
  /** Shortest pause between the beginnings of two runs; milliseconds. */
  readonly least: number;
  readonly work: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export function createRhythm({ every, least, work, onError }: RhythmOptions): Rhythm {
  let timer: NodeJS.Timeout | undefined;
  let active = every === null;
  let running = false;
  let hastened = false;
  /** Whether the timer was set by a call of `hasten`. */
  let soon = false;
  let begunAt = Number.NEGATIVE_INFINITY;

  function plan(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(0, pause)).unref();
  }

  async function run(): Promise<void> {
    running = true;
    soon = false;
    hastened = false;
    begunAt = performance.now();
    await work().catch(onError);
    running = false;
    if (!active) return;
    if (hastened) planSoon();
    else if (every !== null) plan(every);
  }

  function planSoon(): void {
    soon = true;
    plan(begunAt + least - performance.now());
  }

  return {
    start() {
      active = true;
      if (!running) planSoon();
      else hastened = true;
    },
    hasten() {
      if (!active || soon) return;
      if (running) hastened = true;
      else planSoon();
    },
    stop() {
      active = false;
      clearTimeout(timer);
      soon = false;
    },
  };
}
