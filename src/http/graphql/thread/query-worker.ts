/**
 * One thread that executes dear queries: its start, its messages and its end (docs/rules.md#graphql-query-thread). The
 * order of queries is the caller's.
 */
import { Worker } from 'node:worker_threads';
import type { Log } from '../../../ground/log/log.ts';
import type { StartTimer } from '../../connections/start-timer.ts';
import type { FromThread, QueueStates, ThreadAnswer, ThreadQuery, ToThread } from './thread-messages.ts';

/** Time in which a thread that is told to end may close its connections; milliseconds. */
const endPatience = 2_000;
/** Memory of the thread's objects, in MiB; a thread that needs more is ended. */
const heapMax = 288;
/** Of them, the memory in which objects begin; as `npm start` gives it to the process. */
const youngMax = 48;

export interface QueryWorker {
  readonly isReady: () => boolean;
  ask(id: number, query: ThreadQuery): void;
  /** Resolves when the thread has ended. */
  end(): Promise<void>;
}

export interface QueryWorkerOptions {
  /** The file that the thread runs (src/serve-queries.ts), and what it is given. */
  readonly file: string;
  readonly data: object;
  /** Where Node keeps the compiled code of the file: a thread does not take that of its process. */
  readonly compiled?: string;
  readonly log: Log;
  readonly queues: () => Promise<QueueStates>;
  readonly timer: StartTimer;
  readonly onReady: () => void;
  readonly onAnswer: (id: number, answer: ThreadAnswer) => void;
  readonly onEnd: () => void;
}

export function startQueryWorker(options: QueryWorkerOptions): QueryWorker {
  const { file, data, compiled, log, queues, timer, onReady, onAnswer, onEnd } = options;
  const resourceLimits = { maxOldGenerationSizeMb: heapMax - youngMax, maxYoungGenerationSizeMb: youngMax };
  const env = compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: compiled };
  const worker = new Worker(file, { workerData: data, execArgv: [], resourceLimits, env });
  let isReady = false;
  const tell = (message: ToThread) => worker.postMessage(message);
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      onEnd();
      resolve();
    });
  });
  worker.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'ready':
        isReady = true;
        return onReady();
      case 'answer':
        return onAnswer(message.id, message.answer);
      case 'queues':
        void queues()
          .catch(() => null)
          .then((states) => tell({ kind: 'queues', id: message.id, states }));
        return;
      case 'log':
        writeLine(log, message.line);
    }
  });
  worker.once('error', (error) => log.error({ err: error }, 'the thread of dear queries ended by an error'));
  // A process that ends waits for no thread.
  worker.unref();
  return {
    isReady: () => isReady,
    ask: (id, query) => tell({ kind: 'query', id, asked: query }),
    async end() {
      tell({ kind: 'end' });
      const stop = timer(endPatience, () => void worker.terminate());
      await ended;
      stop();
    },
  };
}

/** Writes a line of the thread's log as one of the process. */
function writeLine(log: Log, line: string): void {
  const { level, time: _, msg, ...fields } = JSON.parse(line) as { level: number; time: number; msg: string };
  const name = log.levels.labels[level];
  if (name === 'warn' || name === 'error') log[name](fields, msg);
  else log.info(fields, msg);
}
