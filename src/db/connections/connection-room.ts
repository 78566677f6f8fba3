/**
 * Decides who gets the next free connection (docs/rules.md#connection-shares). Work waits in a queue of its party; the
 * kinds of work take turns, and within a kind its parties do.
 *
 * A party may hold at most as many slots as stay free: one busy party gets half of them, two get a third each, and a
 * newcomer finds a slot free at once. All kinds of work of one platform count together.
 */

/**
 * `door`: work before the caller is known. `requests`: requests of a known caller. `emits`: the batched writes of
 * emits. `work`: turns, sweeps and all other background work.
 */
export const workKinds = ['door', 'requests', 'emits', 'work'] as const;
export type WorkKind = (typeof workKinds)[number];

export interface Party {
  readonly kind: WorkKind;
  /** A platform's id, or the name of a group that shares its slots. */
  readonly name: string;
}

/** What a room has seen since it was made, beside `free` and `waiting`, which are of now. */
export interface RoomUse {
  readonly free: number;
  readonly waiting: number;
  /** Requests that had to wait, with those that are refused. */
  readonly waits: number;
  /** Sum of their times; milliseconds. */
  readonly waitedMs: number;
  readonly refused: number;
}

export interface ConnectionRoom {
  /** Resolves to the function that returns the slot; rejects with `Crowded`. */
  acquire(party: Party): Promise<() => void>;
  /** Rejects every waiting and every later request for a slot. */
  close(): void;
  use(): RoomUse;
}

export interface ConnectionRoomOptions {
  readonly slots: number;
  /** Requests that may wait in one party's queue. */
  readonly waitingMax: number;
  /** Longest wait of each; milliseconds. */
  readonly patience: number;
}

export const crowdedCode = 'TIDINGS_CROWDED';

/**
 * The party already uses its share of the connections, and too many of its requests wait, or one has waited too long.
 */
export class Crowded extends Error {
  override readonly name = 'Crowded';
  readonly code = crowdedCode;

  constructor() {
    super('No connection to the database became free for this caller');
  }
}

interface Waiting {
  readonly grant: () => void;
  readonly refuse: () => void;
}

export function createConnectionRoom({ slots, waitingMax, patience }: ConnectionRoomOptions): ConnectionRoom {
  const held = new Map<string, number>();
  /** Parties in the order of their next turn; a party without waiting work has no queue. */
  const queues = new Map<WorkKind, Map<string, Set<Waiting>>>(workKinds.map((kind) => [kind, new Map()]));
  /** Kinds in the order of their next turn. */
  let turns: readonly WorkKind[] = workKinds;
  let free = slots;
  let closed = false;
  const seen = { waiting: 0, waits: 0, waitedMs: 0, refused: 0 };

  function mayTake(name: string): boolean {
    const holds = held.get(name) ?? 0;
    return free > 0 && (holds === 0 || holds + 1 <= free - 1);
  }

  function take({ kind, name }: Party): () => void {
    free -= 1;
    turns = [...turns.filter((other) => other !== kind), kind];
    held.set(name, (held.get(name) ?? 0) + 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      free += 1;
      const left = (held.get(name) ?? 1) - 1;
      if (left === 0) held.delete(name);
      else held.set(name, left);
      dispatch();
    };
  }

  /** Skips only parties that hold a slot, so at most as many as there are slots. */
  function nextWaiting(): Waiting | null {
    for (const kind of turns) {
      for (const [name, queue] of queues.get(kind) ?? []) {
        const [first] = queue;
        if (first === undefined || !mayTake(name)) continue;
        removeWaiting({ kind, name }, first);
        const parties = queues.get(kind);
        // To the end of the line.
        if (parties?.delete(name) && queue.size > 0) parties.set(name, queue);
        return first;
      }
    }
    return null;
  }

  function dispatch(): void {
    while (free > 0) {
      const next = nextWaiting();
      if (next === null) return;
      next.grant();
    }
  }

  function removeWaiting({ kind, name }: Party, waiting: Waiting): void {
    const queue = queues.get(kind)?.get(name);
    queue?.delete(waiting);
    if (queue?.size === 0) queues.get(kind)?.delete(name);
  }

  return {
    acquire(party) {
      const { kind, name } = party;
      if (closed) return Promise.reject(new Crowded());
      const queue = queues.get(kind)?.get(name);
      if (queue === undefined && mayTake(name)) return Promise.resolve(take(party));
      if (queue !== undefined && queue.size >= waitingMax) {
        seen.refused += 1;
        return Promise.reject(new Crowded());
      }
      const began = performance.now();
      seen.waits += 1;
      seen.waiting += 1;
      return new Promise((resolve, reject) => {
        const stopWaiting = () => {
          clearTimeout(timer);
          seen.waiting -= 1;
          seen.waitedMs += performance.now() - began;
        };
        const waiting: Waiting = {
          grant: () => {
            stopWaiting();
            resolve(take(party));
          },
          refuse: () => {
            stopWaiting();
            seen.refused += 1;
            removeWaiting(party, waiting);
            reject(new Crowded());
          },
        };
        const timer = setTimeout(waiting.refuse, patience);
        if (queue === undefined) queues.get(kind)?.set(name, new Set([waiting]));
        else queue.add(waiting);
      });
    },
    close() {
      closed = true;
      const waiting = [...queues.values()].flatMap((parties) => [...parties.values()].flatMap((queue) => [...queue]));
      for (const { refuse } of waiting) refuse();
    },
    use: () => ({ free, ...seen }),
  };
}
