/** The attempts at each endpoint that run in this process: its own share of connections, whatever the others do. */
import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';

/** Attempts at one endpoint that run at once (decisions, section 9: its own share). */
const slots = 8;

export interface EndpointWindow {
  /** False when a turn of the endpoint runs already; that one is then told to look once more. */
  enter(): boolean;
  /** Whether a turn was asked for since this was last called. */
  askedMeanwhile(): boolean;
  leave(): void;
  free(): number;
  /** `attempt` never rejects. */
  add(attempt: Promise<void>): void;
  /** True once there is a free slot, false after so many milliseconds without. */
  slotWithin(milliseconds: number): Promise<boolean>;
  /** Calls the last `then` that was given, once, when the next attempt ends. */
  whenFree(then: () => void): void;
}

interface Windows {
  readonly byEndpoint: Map<string, EndpointWindow>;
  readonly attempts: Set<Promise<void>>;
}

const processes = new WeakMap<App, Windows>();

function windowsOf(app: App): Windows {
  const known = processes.get(app);
  if (known) return known;
  const made: Windows = { byEndpoint: new Map(), attempts: new Set() };
  processes.set(app, made);
  return made;
}

export function windowOf(app: App, { id }: TurnKey): EndpointWindow {
  const windows = windowsOf(app);
  const known = windows.byEndpoint.get(id);
  if (known) return known;
  const made = createWindow(windows, id);
  windows.byEndpoint.set(id, made);
  return made;
}

/** Resolves when no attempt runs any more. */
export async function webhooksSettled(app: App): Promise<void> {
  await Promise.all(windowsOf(app).attempts);
}

function createWindow({ byEndpoint, attempts }: Windows, id: string): EndpointWindow {
  let running = 0;
  let turn = false;
  let asked = false;
  let wake: (() => void) | null = null;
  let next: (() => void) | null = null;

  const forget = () => {
    if (running === 0 && !turn) byEndpoint.delete(id);
  };

  return {
    enter() {
      asked = turn;
      if (turn) return false;
      turn = true;
      return true;
    },
    askedMeanwhile() {
      const was = asked;
      asked = false;
      return was;
    },
    leave() {
      turn = false;
      forget();
    },
    free: () => slots - running,
    add(attempt) {
      running += 1;
      const followed = attempt.then(() => {
        attempts.delete(followed);
        running -= 1;
        const told = [wake, next];
        wake = next = null;
        for (const tell of told) tell?.();
        forget();
      });
      attempts.add(followed);
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
}
