/**
 * An outage of the database is some lines of the log, however much fails by it (docs/rules.md#outages-in-the-log). The
 * pulse says when the database goes and comes back. What fails because of that is counted, and its lines are those of
 * the level debug. An error that no outage explains is logged as ever.
 */
import { DomainError } from '../../ground/errors/errors.ts';
import type { Log } from '../../ground/log/log.ts';
import { isUnavailable } from './is-unavailable.ts';
import type { PulseWatch } from './pulse.ts';

/** Time in which the pulse notices an outage: so long an error that one would explain waits for its line; milliseconds. */
const noticedWithin = 2_000;
/** Lines that wait, at most. One more lets go the oldest. */
const waitingMax = 500;
/** Time after the return of the database in which what failed still belongs to the outage; milliseconds. */
const settledAfter = 2_000;
/** Time between two lines of an outage that lasts; milliseconds. */
export const summaryEvery = 60_000;
/** Time between two looks while there is something to look at; milliseconds. */
const lookEvery = 250;
/** Kinds of lines that are counted apart. */
const kindsMax = 50;
/** Causes of an error that are looked at. */
const depthMax = 5;

/**
 * Codes of a database that is there and cannot do one thing: a conflict, a lock, no room, a broken disk. Such an error
 * may be what ended the database, so it keeps its line.
 */
const ownCauses: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03', 'P2034', '53100', '53200', '58030']);

/** What pg-boss says, without a code, of the connection that listens. */
const listenerEnded = /^LISTEN\/NOTIFY (?:connection ended|heartbeat timed out)$/;

export interface Outages {
  /** For everything that works with the database. */
  readonly log: Log;
  /** For the pulse. */
  readonly watch: PulseWatch;
  /** Logs what still waits. Later lines do not wait. */
  stop(): void;
}

interface OutagesOptions {
  readonly log: Log;
  /** Whether the database answers, by the pulse. */
  readonly isAnswering: () => boolean;
  /** Whether the beginning has a line of its own. A thread leaves that to its process. */
  readonly tellsBeginning?: boolean;
  /** Monotonic time; milliseconds. */
  readonly now?: () => number;
}

interface Outage {
  readonly since: number;
  /** What the pulse met first. */
  readonly error: unknown;
  /** Lines that were left out, by their text. */
  readonly failed: Map<string, number>;
  isTold: boolean;
  toldAt: number;
  endedAt: number | null;
  /** Times that the database came back and went again at once. */
  relapses: number;
}

interface Waiting {
  readonly at: number;
  readonly write: () => void;
  readonly details: object;
  readonly message: string;
}

export function createOutages(options: OutagesOptions): Outages {
  const { log, isAnswering, tellsBeginning = true, now = () => performance.now() } = options;
  let outage: Outage | null = null;
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const leaveOut = (into: Outage, details: object, message: string) => {
    const kind = into.failed.has(message) || into.failed.size < kindsMax ? message : 'others';
    into.failed.set(kind, (into.failed.get(kind) ?? 0) + 1);
    log.debug(details, message);
  };
  const startLooking = () => {
    timer ??= setInterval(look, lookEvery).unref();
  };
  const release = (until: number) => {
    const kept = waiting.findIndex(({ at }) => at > until);
    const due = waiting.splice(0, kept === -1 ? waiting.length : kept);
    for (const { write } of due) write();
  };
  const filtered =
    (level: 'warn' | 'error') =>
    (...given: readonly unknown[]) => {
      const [details, message] = given;
      const write = () => Reflect.apply(log[level], log, given);
      if (!hasDetails(details) || typeof message !== 'string' || !isExplained(details.err ?? details.error))
        return write();
      if (outage) return leaveOut(outage, details, message);
      if (stopped) return write();
      waiting.push({ at: now(), write, details, message });
      if (waiting.length > waitingMax) waiting.shift()?.write();
      startLooking();
    };

  function look(): void {
    const at = now();
    if (outage) lookAt(outage, at);
    if (!outage) release(at - noticedWithin);
    if (outage || waiting.length > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  function lookAt(current: Outage, at: number): void {
    if (current.endedAt !== null) {
      if (at - current.endedAt >= settledAfter) end(current, current.endedAt);
    } else if (!current.isTold && !isAnswering()) {
      current.isTold = true;
      current.toldAt = at;
      if (tellsBeginning)
        log.error({ err: current.error, ...summaryOf(current) }, 'the database is gone: an outage begins');
    } else if (tellsBeginning && current.isTold && at - current.toldAt >= summaryEvery) {
      current.toldAt = at;
      log.warn({ lastsMs: Math.round(at - current.since), ...summaryOf(current) }, 'the database is still gone');
    }
  }

  function end(current: Outage, endedAt: number): void {
    outage = null;
    const summary = {
      durationMs: Math.round(endedAt - current.since),
      relapses: current.relapses,
      ...summaryOf(current),
    };
    if (current.isTold && (tellsBeginning || current.failed.size > 0)) {
      log.warn(summary, 'the database is back: the outage is over');
    } else if (current.failed.size > 0) {
      log.warn({ err: current.error, ...summary }, 'connections to the database broke and came back');
    }
  }

  const told = log.child({});
  told.warn = filtered('warn');
  told.error = filtered('error');
  return {
    log: told,
    watch: {
      goes(error) {
        if (stopped) return;
        if (outage) {
          if (outage.endedAt !== null) outage.relapses += 1;
          outage.endedAt = null;
          return;
        }
        const at = now();
        outage = { since: at, error, failed: new Map(), isTold: false, toldAt: at, endedAt: null, relapses: 0 };
        for (const { details, message } of waiting) leaveOut(outage, details, message);
        waiting = [];
        startLooking();
      },
      comes() {
        if (outage) outage.endedAt ??= now();
      },
    },
    stop() {
      stopped = true;
      if (outage) end(outage, outage.endedAt ?? now());
      release(Number.POSITIVE_INFINITY);
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}

/** Counts by the text of the lines that were left out. */
function summaryOf({ failed }: Outage) {
  return { failed: Object.fromEntries(failed) };
}

interface Details {
  readonly err?: unknown;
  readonly error?: unknown;
}

function hasDetails(given: unknown): given is Details {
  return typeof given === 'object' && given !== null;
}

/** Whether an outage of the database would cause the error, or one of its causes. pg-boss reports plain objects. */
function isExplained(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > depthMax) return false;
  const { code, message, cause } = error as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly cause?: unknown;
  };
  if (ownCauses.has(code)) return false;
  if (error instanceof DomainError) return code === 'unavailable';
  const known = error instanceof Error ? error : Object.assign(new Error(String(message)), { code });
  return isUnavailable(known) || listenerEnded.test(known.message) || isExplained(cause, depth + 1);
}
