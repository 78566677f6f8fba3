/**
 * The thread that executes dear queries (docs/rules.md#graphql-query-thread): the process answers other requests while
 * thousands of fields are read, completed and written as JSON. Started by the first dear query, and ended when none came
 * for a while.
 */
import { Worker } from 'node:worker_threads';
import { DomainError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type StartTimer, startTimer } from '../start-timer.ts';
import type { FromThread, QueueStates, ThreadAnswer, ThreadQuery, ToThread } from './thread-messages.ts';

/** Time without a query after which the thread ends and its memory is free; milliseconds. */
const idleTime = 60_000;
/** After a thread that ended by an error, the next one is started after this time at the earliest; milliseconds. */
const restartAfter = 10_000;
/** Time in which a thread that is told to end may close its connections; milliseconds. */
const endPatience = 2_000;
/** Memory of the thread's objects, in MiB; a thread that needs more is ended. */
const heapMax = 384;
/** Of them, the memory in which objects begin; as `npm start` gives it to the process. */
const youngMax = 48;
/** Seconds after which a query is worth sending again that was lost with its thread. */
const retryAfter = 1;

export interface QueryThread {
  /**
   * Executes a query; null while no thread is ready: the caller executes it. Rejects with `unavailable` when the thread
   * ends.
   */
  run(query: ThreadQuery): Promise<ThreadAnswer> | null;
  /** Ends the thread; from then on `run` returns null. */
  close(): Promise<void>;
}

interface QueryThreadOptions {
  /** The file that the thread runs (src/serve-queries.ts), and what it is given. */
  readonly file: string;
  readonly data: object;
  readonly log: Log;
  readonly queues: () => Promise<QueueStates>;
  readonly timer?: StartTimer;
}

interface Asked {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly worker: Worker;
  readonly asked: Map<number, Asked>;
  readonly ended: Promise<void>;
  isReady: boolean;
}

export function createQueryThread({ file, data, log, queues, timer = startTimer }: QueryThreadOptions): QueryThread {
  let running: Running | null = null;
  let notBefore = 0;
  /** Whether queries ended the last thread: they may come again, and must not hold the process. */
  let wasEnded = false;
  let isClosed = false;
  let count = 0;
  let stopIdle: (() => void) | null = null;

  function start(): Running {
    const resourceLimits = { maxOldGenerationSizeMb: heapMax - youngMax, maxYoungGenerationSizeMb: youngMax };
    // The flags of the process are not the thread's.
    const worker = new Worker(file, { workerData: data, execArgv: [], resourceLimits });
    const asked: Running['asked'] = new Map();
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        if (running?.worker === worker) running = null;
        for (const { reject } of asked.values()) reject(lost());
        resolve();
      });
    });
    const started: Running = { worker, asked, ended, isReady: false };
    worker.on('message', (message: FromThread) => hear(started, message));
    worker.once('error', (error) => {
      notBefore = performance.now() + restartAfter;
      wasEnded = started.isReady;
      log.error({ err: error }, 'the thread of dear queries ended by an error');
    });
    // A process that ends waits for no thread.
    worker.unref();
    return started;
  }

  function hear(from: Running, message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        from.isReady = true;
        if (from.asked.size === 0) waitForQueries(from);
        return;
      case 'answer':
        from.asked.get(message.id)?.resolve(message.answer);
        from.asked.delete(message.id);
        if (from.asked.size === 0) waitForQueries(from);
        return;
      case 'queues':
        void queues()
          .catch(() => null)
          .then((states) => tell(from, { kind: 'queues', id: message.id, states }));
        return;
      case 'log':
        writeLine(log, message.line);
    }
  }

  function waitForQueries(from: Running): void {
    stopIdle?.();
    stopIdle = timer(idleTime, () => void end(from));
  }

  /** Resolves when the thread has ended. */
  async function end(from: Running): Promise<void> {
    if (running === from) running = null;
    tell(from, { kind: 'end' });
    const stop = timer(endPatience, () => void from.worker.terminate());
    await from.ended;
    stop();
  }

  return {
    run(query) {
      if (isClosed) return null;
      if (running === null) {
        const wait = notBefore - performance.now();
        if (wait > 0) return wasEnded ? Promise.reject(noThread(wait)) : null;
        running = start();
      }
      const asking = running;
      if (!asking?.isReady) return null;
      stopIdle?.();
      count += 1;
      const id = count;
      return new Promise((resolve, reject) => {
        asking.asked.set(id, { resolve, reject });
        tell(asking, { kind: 'query', id, asked: query });
      });
    },
    async close() {
      isClosed = true;
      stopIdle?.();
      if (running) await end(running);
    },
  };
}

function tell({ worker }: Running, message: ToThread): void {
  worker.postMessage(message);
}

function lost(): DomainError {
  return new DomainError('unavailable', 'The query was lost with the thread that executed it. Try again.', {
    retryAfter,
  });
}

function noThread(wait: number): DomainError {
  return new DomainError('unavailable', 'A query ended the thread that executes such queries. Try again.', {
    retryAfter: wait / 1_000,
  });
}

/** Writes a line of the thread's log as one of the process. */
function writeLine(log: Log, line: string): void {
  const { level, time: _, msg, ...fields } = JSON.parse(line) as { level: number; time: number; msg: string };
  const name = log.levels.labels[level];
  if (name === 'warn' || name === 'error') log[name](fields, msg);
  else log.info(fields, msg);
}
