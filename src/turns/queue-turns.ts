/**
 * The turns of one queue in this process: which keys have a turn now, which wait, and in which order. Many turns run at
 * once, because a turn mostly waits for other machines. A key has at most one turn at a time.
 *
 * Each key is in one of four states. Only keys that are not idle are kept.
 *
 *               ask              a place is free
 *      idle ──────────► waiting ────────────────► running ──┐
 *       ▲                  ▲                       │        │ ask, askRunning
 *       │                  │ turn ends             │        ▼
 *       │                  └───────────────────────│─── asked again
 *       └──────────────────────────────────────────┘
 *                          turn ends
 *
 * | state | `ask` | `askRunning` | its turn ends | `close` |
 * |---|---|---|---|---|
 * | idle | waiting, at the end | stays, false | | stays |
 * | waiting | stays, in its place | stays, false | | idle |
 * | running | asked again | asked again | idle | stays |
 * | asked again | stays | stays | waiting, at the end | running |
 *
 * A running turn may have looked for due rows before the ask's rows were there: hence the state "asked again". The
 * whole is first shut, then open, then closed; it takes asks only while it is open.
 *
 * Jobs of the queue (src/workers/start-workers.ts) and asks of this process (src/turns/wake.ts) both come in here.
 */
import type { TurnKey } from './jobs.ts';

export interface QueueTurns {
  /** From now on asks are taken, until `close`. */
  open(): void;
  /** Asks for a turn of the key; true when this process will run one that begins after the ask. */
  ask(key: TurnKey): boolean;
  /** As `ask`, but false when no turn of the key runs here. */
  askRunning(key: TurnKey): boolean;
  /** Resolves when no turn waits for its start. */
  hasRoom(): Promise<void>;
  /** Whether the process runs turns of the queue, and none of the key runs or waits. */
  isFree(key: TurnKey): boolean;
  /** Whether a turn runs or waits. */
  busy(): boolean;
  /** Resolves when no turn runs or waits. */
  idle(): Promise<void>;
  /** Starts no further turn; resolves when those that run have ended. */
  close(): Promise<void>;
}

/** True while other turns wait for their start: a turn that only waits for other machines should end then. */
export type Pressed = () => boolean;

export interface QueueTurnsOptions {
  /** Turns that run at once, at most. */
  readonly atOnce: number;
  readonly run: (key: TurnKey, pressed: Pressed) => Promise<void>;
  /** Gets what `run` throws; must not throw. */
  readonly onError: (error: unknown) => void;
}

interface Turn {
  readonly key: TurnKey;
  state: 'waiting' | 'running' | 'asked again';
  /** The one that waits behind this one. A list of links: taking the first costs the same however many wait. */
  behind: Turn | null;
}

export function createQueueTurns({ atOnce, run, onError }: QueueTurnsOptions): QueueTurns {
  const turns = new Map<string, Turn>();
  let first: Turn | null = null;
  let last: Turn | null = null;
  let running = 0;
  let phase: 'shut' | 'open' | 'closed' = 'shut';
  const roomWaiters: (() => void)[] = [];
  const idleWaiters: (() => void)[] = [];

  const pressed = () => first !== null;

  function wait(turn: Turn): void {
    turn.state = 'waiting';
    if (last) last.behind = turn;
    else first = turn;
    last = turn;
  }

  function startWaiting(): void {
    while (first && running < atOnce) {
      const turn = first;
      first = turn.behind;
      if (!first) last = null;
      turn.behind = null;
      turn.state = 'running';
      running += 1;
      void runOne(turn);
    }
    tellWaiters();
  }

  async function runOne(turn: Turn): Promise<void> {
    try {
      await run(turn.key, pressed);
    } catch (error) {
      onError(error);
    }
    running -= 1;
    if (turn.state === 'asked again') wait(turn);
    else turns.delete(turn.key.id);
    startWaiting();
  }

  function tellWaiters(): void {
    if (!first) for (const tell of roomWaiters.splice(0)) tell();
    if (turns.size === 0) for (const tell of idleWaiters.splice(0)) tell();
  }

  async function idle(): Promise<void> {
    if (turns.size > 0) await new Promise<void>((resolve) => idleWaiters.push(resolve));
  }

  return {
    open() {
      if (phase === 'shut') phase = 'open';
    },
    ask(key) {
      if (phase !== 'open') return false;
      const known = turns.get(key.id);
      if (known?.state === 'running') known.state = 'asked again';
      if (known) return true;
      const turn: Turn = { key, state: 'waiting', behind: null };
      turns.set(key.id, turn);
      wait(turn);
      startWaiting();
      return true;
    },
    askRunning(key) {
      const known = turns.get(key.id);
      if (phase !== 'open' || !known || known.state === 'waiting') return false;
      known.state = 'asked again';
      return true;
    },
    async hasRoom() {
      if (pressed()) await new Promise<void>((resolve) => roomWaiters.push(resolve));
    },
    isFree: (key) => phase === 'open' && !turns.has(key.id),
    busy: () => turns.size > 0,
    idle,
    close() {
      phase = 'closed';
      for (const turn of turns.values()) {
        if (turn.state === 'waiting') turns.delete(turn.key.id);
        else turn.state = 'running';
      }
      first = last = null;
      tellWaiters();
      return idle();
    },
  };
}
