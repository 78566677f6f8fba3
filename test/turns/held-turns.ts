/** Turns that end when the test says so. */
import type { TurnKey } from '../../src/turns/jobs.ts';
import { createQueueTurns, type Pressed, type QueueTurns } from '../../src/turns/queue-turns.ts';

export const key = (id: string): TurnKey => ({ platformId: 'p', id });

/** Resolves when everything that waited for no timer and no input has run. */
export const soon = () => new Promise((resolve) => setImmediate(resolve));

interface HeldTurn {
  readonly end: (error?: Error) => void;
  readonly pressed: Pressed;
}

export interface HeldTurns {
  readonly turns: QueueTurns;
  /** Ids of the turns that began, in order. */
  readonly begun: readonly string[];
  /** Ids of the turns that run, in the order in which they began. */
  running(): readonly string[];
  readonly errors: readonly unknown[];
  /** Asks for the ids, in order; what each ask gives. */
  ask(...ids: readonly string[]): readonly boolean[];
  pressed(id: string): boolean;
  /** Ends the turn of the id, with `error` as a failure. */
  end(id: string, error?: Error): Promise<void>;
}

export function holdTurns(atOnce: number): HeldTurns {
  const begun: string[] = [];
  const running = new Map<string, HeldTurn>();
  const errors: unknown[] = [];
  const turns = createQueueTurns({
    atOnce,
    run: ({ id }, pressed) => {
      if (running.has(id)) throw new Error(`${id} has two turns at once`);
      begun.push(id);
      return new Promise((resolve, reject) => {
        const end = (error?: Error) => {
          running.delete(id);
          if (error) reject(error);
          else resolve();
        };
        running.set(id, { end, pressed });
      });
    },
    onError: (error) => errors.push(error),
  });
  const turnOf = (id: string) => {
    const turn = running.get(id);
    if (!turn) throw new Error(`${id} has no turn`);
    return turn;
  };
  return {
    turns,
    begun,
    running: () => [...running.keys()],
    errors,
    ask: (...ids) => ids.map((id) => turns.ask(key(id))),
    pressed: (id) => turnOf(id).pressed(),
    async end(id, error) {
      turnOf(id).end(error);
      await soon();
    },
  };
}
