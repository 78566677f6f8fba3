/** The attempts at each endpoint that run in this process: its own share of connections, whatever the others do. */
import type { TurnKey } from '../turns/jobs.ts';

/** Attempts at one endpoint that run at once (docs/rules.md#endpoint-shares). */
const slots = 8;
/** Turns that run at once, with those of the queue, before others wait: more of them would crowd the database. */
const turnsHereMax = 8;

/**
 * Never rejects. Calls `ending`, once, when it has succeeded and all that is left is to write that down. `waited`: it
 * had no slot at first, so what it was added with may be out of date.
 */
export type Attempt = (ending: () => void, waited: boolean) => Promise<void>;

export interface EndpointWindow {
  inTurn(): boolean;
  /** False when a turn of the endpoint runs already, which is then told to look once more, or none may begin. */
  enter(): boolean;
  /** Whether a turn was asked for since this was last called. */
  askedMeanwhile(): boolean;
  /** Whether turns of other endpoints wait for this one's place. */
  pressed(): boolean;
  leave(): void;
  /** How many webhooks may be claimed: for free slots, and for those whose answers are just being written down. */
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
  /** Counts `work`, which never rejects, among what `settled` waits for. */
  follow(work: Promise<void>): Promise<void>;
  /** Resolves when no attempt runs any more, nor any turn that attempts have set off. */
  settled(): Promise<void>;
  /** From then on this process takes turns of its own accord, too. */
  begin(): void;
  /**
   * Calls `begin` at once, or when a turn ends where enough run; false when this process does not deliver. A turn of
   * the endpoint that runs already is not waited for: it is told to look once more.
   */
  inLine(endpoint: TurnKey, begin: () => void): boolean;
  /** From then on no turn begins; resolves when what is under way has ended. */
  end(): Promise<void>;
}

interface Windows {
  readonly byEndpoint: Map<string, EndpointWindow>;
  turns: number;
  /** Turns that begin as others end, by their endpoint. */
  readonly line: Map<string, () => void>;
  /** Whether this process delivers: from the start of its workers to their end. */
  open: boolean;
  closed: boolean;
}

export function createDeliveries(): Deliveries {
  const windows: Windows = { byEndpoint: new Map(), turns: 0, line: new Map(), open: false, closed: false };
  /** Attempts, and turns that go on by themselves. */
  const running = new Set<Promise<void>>();

  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    windowOf({ id }) {
      const known = windows.byEndpoint.get(id);
      if (known) return known;
      const made = createWindow(windows, id);
      windows.byEndpoint.set(id, made);
      return made;
    },
    follow(work) {
      const followed: Promise<void> = work.finally(() => running.delete(followed));
      running.add(followed);
      return followed;
    },
    settled,
    begin() {
      windows.open = true;
    },
    inLine({ id }, begin) {
      const { open, closed, turns, line, byEndpoint } = windows;
      if (!open || closed) return false;
      if (turns < turnsHereMax || byEndpoint.get(id)?.inTurn()) begin();
      else line.set(id, begin);
      return true;
    },
    end() {
      windows.closed = true;
      return settled();
    },
  };
}

function createWindow(windows: Windows, id: string): EndpointWindow {
  let running = 0;
  let ending = 0;
  /** Claimed while answers were written down: the two take as long as each other. */
  const waiting: Attempt[] = [];
  let turn = false;
  let asked = false;
  let wake: (() => void) | null = null;
  let next: (() => void) | null = null;

  const forget = () => {
    if (running === 0 && !turn) windows.byEndpoint.delete(id);
  };

  const free = () => slots - running + ending - waiting.length;

  const tellFree = () => {
    if (free() === 0) return;
    const told = [wake, next];
    wake = next = null;
    for (const tell of told) tell?.();
  };
  // Attempts that are recorded together end together: the next claim is to find all their slots.
  const tellFreeSoon = () => void setImmediate(tellFree);

  const begin = (attempt: Attempt, waited: boolean) => {
    running += 1;
    let ends = false;
    const endSoon = () => {
      if (ends) return;
      ends = true;
      ending += 1;
      tellFreeSoon();
    };
    void attempt(endSoon, waited).then(() => {
      running -= 1;
      if (ends) ending -= 1;
      const first = waiting.shift();
      if (first) begin(first, true);
      forget();
      tellFreeSoon();
    });
  };

  return {
    inTurn: () => turn,
    enter() {
      asked = turn;
      if (turn || windows.closed) return false;
      turn = true;
      windows.turns += 1;
      return true;
    },
    askedMeanwhile() {
      const was = asked;
      asked = false;
      return was;
    },
    pressed: () => windows.line.size > 0,
    leave() {
      turn = false;
      windows.turns -= 1;
      forget();
      const [next] = windows.line;
      if (!next) return;
      const [endpoint, begin] = next;
      windows.line.delete(endpoint);
      begin();
    },
    free,
    add(attempt) {
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
}
