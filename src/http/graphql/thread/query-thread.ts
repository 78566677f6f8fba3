/**
 * Dear queries and their thread (docs/rules.md#graphql-query-thread): the process answers other requests while thousands
 * of fields are read, completed and written as JSON. Queries wait for their turn by platform; none but an early list
 * (early-queries.ts) runs in the process. What ends the thread is charged to the platform that did it.
 */
import { DomainError } from '../../../ground/errors/errors.ts';
import type { Log } from '../../../ground/log/log.ts';
import { type StartTimer, startTimer } from '../../connections/start-timer.ts';
import { createEarlyQueries } from './early-queries.ts';
import { type QueryWorker, startQueryWorker } from './query-worker.ts';
import type { QueueStates, ThreadAnswer, ThreadQuery } from './thread-messages.ts';

/** Queries in the thread at once, and those of one platform. */
const atOnce = 4;
const atOnceOfPlatform = 2;
/** How long a query waits for its turn; milliseconds. */
const waitMax = 10_000;
/** Time without a query after which the thread ends and its memory is free; milliseconds. */
const idleTime = 60_000;
/** Time in which a platform that ended the thread may not use the next one; milliseconds. */
const chargeTime = 10_000;
/** After a thread that ended before it was ready, the next one is started after this time; milliseconds. */
const restartAfter = 1_000;
/** Seconds after which a query is worth sending again that found no thread. */
const retryAfter = 1;

export interface ThreadUse {
  /** Queries in the thread, and those that wait for their turn. */
  readonly inside: number;
  readonly waiting: number;
  /** Queries that the thread has taken, and threads that ended with queries inside, since the start of the process. */
  readonly taken: number;
  readonly lost: number;
}

export interface QueryThread {
  /** Executes a query; null once the thread is closed: the caller executes it. Rejects with `unavailable`. */
  run(query: ThreadQuery): Promise<ThreadAnswer> | null;
  /** Whether a list of this cost is executed in the process, since no thread is ready: it is counted then. */
  takeEarly(platformId: string | null, cost: number): boolean;
  /** Starts a thread ahead of a query that will soon come, where none runs. */
  prepare(): void;
  /** Ends the thread; from then on `run` returns null. */
  close(): Promise<void>;
  use(): ThreadUse;
}

export interface QueryThreadOptions {
  /** The file that the thread runs (src/serve-queries.ts), and what it is given. */
  readonly file: string;
  readonly data: object;
  readonly compiled?: string;
  readonly log: Log;
  readonly queues: () => Promise<QueueStates>;
  readonly timer?: StartTimer;
}

interface Asked {
  readonly query: ThreadQuery;
  readonly platform: string;
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: Error) => void;
  /** Ends its wait. */
  stopWaiting: () => void;
  /** Whether it was in the thread with others when the thread ended: it runs once more, with the thread to itself. */
  isSuspect: boolean;
}

export function createQueryThread({ timer = startTimer, ...options }: QueryThreadOptions): QueryThread {
  /** Platforms in the order of their turns, each with those of its queries that wait. */
  const waiting = new Map<string, Asked[]>();
  const inside = new Map<number, Asked>();
  const charged = new Set<string>();
  const early = createEarlyQueries();
  let worker: QueryWorker | null = null;
  let mayStart = true;
  let isClosed = false;
  let count = 0;
  let lostThreads = 0;
  let stopIdle: (() => void) | null = null;

  function start(): void {
    const started = startQueryWorker({
      ...options,
      timer,
      onReady() {
        early.renew();
        next();
      },
      onAnswer(id, answer) {
        inside.get(id)?.resolve(answer);
        inside.delete(id);
        next();
      },
      onEnd() {
        if (worker !== started) return;
        worker = null;
        if (started.isReady()) settleLost();
        else giveUpStart();
        next();
      },
    });
    worker = started;
  }

  /** Charges the platform that was alone in the thread; where several were, each query shows alone what it does. */
  function settleLost(): void {
    const lost = [...inside.values()];
    if (lost.length > 0) lostThreads += 1;
    inside.clear();
    const platforms = new Set(lost.map(({ platform }) => platform));
    if (platforms.size > 1) {
      for (const asked of lost.toReversed()) {
        asked.isSuspect = true;
        wait(asked, true);
      }
      return;
    }
    for (const platform of platforms) {
      charged.add(platform);
      timer(chargeTime, () => charged.delete(platform));
      for (const asked of [...lost, ...(waiting.get(platform) ?? [])]) refuse(asked, refusedPlatform());
      waiting.delete(platform);
    }
  }

  function giveUpStart(): void {
    mayStart = false;
    timer(restartAfter, () => {
      mayStart = true;
      next();
    });
    for (const asked of [...waiting.values()].flat()) refuse(asked, noThread());
    waiting.clear();
  }

  function refuse(asked: Asked, error: Error): void {
    asked.stopWaiting();
    asked.reject(error);
  }

  function wait(asked: Asked, isFirst = false): void {
    const { platform } = asked;
    const others = waiting.get(platform) ?? [];
    if (isFirst) others.unshift(asked);
    else others.push(asked);
    waiting.set(platform, others);
    asked.stopWaiting = timer(waitMax, () => {
      leave(asked);
      asked.reject(noThread());
      next();
    });
  }

  function leave(asked: Asked): void {
    const { platform } = asked;
    const others = (waiting.get(platform) ?? []).filter((other) => other !== asked);
    // A platform that has had its turn goes behind the others.
    waiting.delete(platform);
    if (others.length > 0) waiting.set(platform, others);
  }

  /** The first in turn that may enter; a suspect keeps its turn until the thread is empty. */
  function firstInTurn(): Asked | null {
    const present = [...inside.values()];
    if (present.length >= atOnce || present.some(({ isSuspect }) => isSuspect)) return null;
    for (const [platform, [asked]] of waiting) {
      if (!asked || present.filter((other) => other.platform === platform).length >= atOnceOfPlatform) continue;
      return asked.isSuspect && present.length > 0 ? null : asked;
    }
    return null;
  }

  /** Lets in who may enter, starts a thread for those who wait, and ends one for which nobody does. */
  function next(): void {
    if (isClosed) return;
    if (worker === null) {
      if (waiting.size > 0 && mayStart) start();
      return;
    }
    if (!worker.isReady()) return;
    for (let asked = firstInTurn(); asked !== null; asked = firstInTurn()) {
      leave(asked);
      asked.stopWaiting();
      count += 1;
      inside.set(count, asked);
      worker.ask(count, asked.query);
    }
    stopIdle?.();
    stopIdle = inside.size === 0 ? timer(idleTime, () => void end()) : null;
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = null;
    await ending?.end();
  }

  return {
    run(query) {
      if (isClosed) return null;
      const platform = nameOf(query.viewer.platformId);
      if (charged.has(platform)) return Promise.reject(refusedPlatform());
      return new Promise((resolve, reject) => {
        wait({ query, platform, resolve, reject, stopWaiting: () => undefined, isSuspect: false });
        next();
      });
    },
    takeEarly(platformId, cost) {
      const platform = nameOf(platformId);
      return !isClosed && !worker?.isReady() && !charged.has(platform) && early.take(platform, cost);
    },
    prepare() {
      if (!isClosed && worker === null && mayStart) start();
    },
    use: () => ({
      inside: inside.size,
      waiting: [...waiting.values()].reduce((sum, others) => sum + others.length, 0),
      taken: count,
      lost: lostThreads,
    }),
    async close() {
      isClosed = true;
      stopIdle?.();
      for (const asked of [...inside.values(), ...[...waiting.values()].flat()]) refuse(asked, noThread());
      inside.clear();
      waiting.clear();
      await end();
    },
  };
}

const nameOf = (platformId: string | null) => platformId ?? 'operator';

function noThread(): DomainError {
  return new DomainError('unavailable', 'Too many large queries are in hand. Try again shortly.', { retryAfter });
}

function refusedPlatform(): DomainError {
  const seconds = chargeTime / 1_000;
  return new DomainError(
    'unavailable',
    `A query of this platform needed more memory than there is. Ask for fewer rows or fields, after ${seconds} seconds.`,
    { retryAfter: seconds },
  );
}
