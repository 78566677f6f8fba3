/**
 * The turns of one queue that this process has taken over. Many run at once, because most of a turn is waiting for
 * other machines; the others wait in the order in which they came.
 */
import type { TurnKey } from './jobs.ts';

export interface TurnLine {
  /**
   * Takes turns over. A key that waits already is not taken twice; one whose turn runs has another turn afterwards,
   * because the running turn may have looked before the rows were due.
   */
  add(keys: readonly TurnKey[]): void;
  /** False when no turn of the key runs; else the key has another turn afterwards, without a job of the queue. */
  addToRunning(key: TurnKey): boolean;
  /** Resolves when no turn waits for its start, or when the line is closed. */
  hasRoom(): Promise<void>;
  /** Starts no further turn; resolves when those that run have ended. */
  close(): Promise<void>;
}

/** True while other turns wait for their start: a turn that only waits for other machines should end then. */
export type Pressed = () => boolean;

export interface TurnLineOptions {
  /** Turns that run at once, at most. */
  readonly atOnce: number;
  readonly run: (key: TurnKey, pressed: Pressed) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export function createTurnLine({ atOnce, run, onError }: TurnLineOptions): TurnLine {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, TurnKey>();
  /** Keys whose turn was asked for again while it ran. */
  const again = new Map<string, TurnKey>();
  const roomWaiters: (() => void)[] = [];
  let closed = false;

  const pressed = () => waiting.size > 0;

  function enqueue(key: TurnKey): void {
    if (running.has(key.id)) again.set(key.id, key);
    else waiting.set(key.id, key);
  }

  function startNext(): void {
    for (const [id, key] of waiting) {
      if (closed || running.size >= atOnce) break;
      waiting.delete(id);
      running.set(id, runOne(key));
    }
    if (waiting.size > 0 && !closed) return;
    for (const tell of roomWaiters.splice(0)) tell();
  }

  async function runOne(key: TurnKey): Promise<void> {
    try {
      await run(key, pressed);
    } catch (error) {
      onError(error);
    }
    running.delete(key.id);
    const next = again.get(key.id);
    again.delete(key.id);
    if (next) enqueue(next);
    startNext();
  }

  return {
    add(keys) {
      for (const key of keys) enqueue(key);
      startNext();
    },
    addToRunning(key) {
      if (closed || !running.has(key.id)) return false;
      again.set(key.id, key);
      return true;
    },
    async hasRoom() {
      if (pressed() && !closed) await new Promise<void>((resolve) => roomWaiters.push(resolve));
    },
    async close() {
      closed = true;
      startNext();
      await Promise.all(running.values());
    },
  };
}
