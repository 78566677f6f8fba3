/** Asking for turns: of this process directly, of all processes by a job. */
import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Log } from '../ground/log/log.ts';
import { keysAJob, type QueueName, queueRules, queues, type TurnJob, type TurnKey, waitingJobs } from './jobs.ts';
import type { Turns } from './turns.ts';

/**
 * From one insert of a queue's jobs to the next, at least; milliseconds. An ask on an idle process is inserted at once;
 * the keys that are asked for meanwhile share the next job, and so one notice and fewer, larger turns.
 */
const insertEvery = 100;

/** The jobs of a queue, as pg-boss counts them: at most once a minute. A job is only a wake-up. */
export interface QueueState {
  readonly name: QueueName;
  /** Jobs that no worker has fetched. */
  readonly waiting: number;
  /** Jobs that a worker has fetched and not finished. */
  readonly taken: number;
  readonly countedAt: Date;
}

export interface Wake {
  /**
   * Asks for a turn of each key: this process as `queueRules` says, all processes for the others, by a job. Resolves when
   * the job is inserted. src/workers/process-turns.ts names the verb that a turn of each queue runs.
   *
   * To be called after the commit that made the rows due: an ask inside the transaction is lost. Never throws; the next
   * look at due rows makes up for an ask that failed.
   */
  ask(queue: QueueName, keys: readonly TurnKey[]): Promise<void>;
  /** Returns the state of each queue. */
  queues(): Promise<readonly QueueState[]>;
}

interface WakeOptions {
  readonly boss: PgBoss;
  readonly log: Log;
  /** The turns of this process. Only a worker's are open. */
  readonly turns: () => Turns;
  /**
   * Makes this process fetch jobs of the queue at once, if it is a worker. PostgreSQL's notice may be lost, and a job
   * that waits already causes none.
   */
  readonly fetch: (queue: QueueName) => void;
}

interface NextInsert {
  /** By id. */
  readonly keys: Map<string, TurnKey>;
  readonly done: Promise<void>;
}

export function createWake({ boss, log, turns, fetch }: WakeOptions): Wake {
  const next = new Map<QueueName, NextInsert>();
  const process = randomUUID();
  let inserted = 0;
  /** When the last insert of the queue began, by the clock of the process. */
  const lastInsert = new Map<QueueName, number>();

  /** The insert that keys can still join. */
  function nextInsert(queue: QueueName): NextInsert {
    const known = next.get(queue);
    if (known) return known;
    const keys = new Map<string, TurnKey>();
    const made = { keys, done: insertInTime(queue, keys) };
    next.set(queue, made);
    return made;
  }

  async function insertInTime(queue: QueueName, keys: ReadonlyMap<string, TurnKey>): Promise<void> {
    const due = (lastInsert.get(queue) ?? Number.NEGATIVE_INFINITY) + insertEvery;
    await timePassed(due - performance.now());
    next.delete(queue);
    lastInsert.set(queue, performance.now());
    try {
      await boss.insert(queue, jobsOf([...keys.values()]));
      fetch(queue);
    } catch (error) {
      log.warn({ err: error, queue }, 'could not ask for turns; the next look at due rows does');
    }
  }

  function jobsOf(keys: readonly TurnKey[]) {
    const jobs: { readonly data: TurnJob; readonly singletonKey: string }[] = [];
    for (let at = 0; at < keys.length; at += keysAJob) {
      inserted += 1;
      jobs.push({
        data: { keys: keys.slice(at, at + keysAJob) },
        singletonKey: `${process} ${inserted % waitingJobs}`,
      });
    }
    return jobs;
  }

  return {
    async ask(queue, keys) {
      const here = turns()[queue];
      const { askHere } = queueRules[queue];
      const others = new Map(keys.map((key) => [key.id, key]));
      for (const key of others.values()) if (here[askHere](key)) others.delete(key.id);
      if (others.size === 0) return;
      const { keys: joined, done } = nextInsert(queue);
      for (const key of others.values()) joined.set(key.id, key);
      await done;
    },
    async queues() {
      const states = await Promise.all(
        queues.map(async (name) => ({ name, found: await boss.getQueueStats(name, { force: true }) })),
      );
      return states.flatMap(({ name, found }) =>
        found.map(({ readyCount, activeCount, capturedOn }) => ({
          name,
          waiting: readyCount,
          taken: activeCount,
          countedAt: capturedOn,
        })),
      );
    },
  };
}

/** Resolves after so many milliseconds, at the next microtask when there are none. */
async function timePassed(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
