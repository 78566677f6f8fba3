/** Asking for turns: of this process directly, of all processes by a job. */
import type { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import { type QueueName, queueRules, queues, type TurnKey } from './jobs.ts';
import type { Turns } from './turns.ts';

/** The jobs of a queue, as pg-boss counts them: at most once a minute. A job is only a wake-up. */
export interface QueueState {
  readonly name: QueueName;
  /** Turns that no worker has taken. */
  readonly waiting: number;
  /** Turns that a worker has taken. */
  readonly taken: number;
  readonly countedAt: Date;
}

export interface Wake {
  /**
   * Asks for a turn of each key: this process as `queueRules` says, all processes for the others, in one insert. To be
   * called after the commit that made the rows due: an ask inside the transaction is lost. Never throws; the next look
   * at due rows makes up for an ask that failed.
   */
  ask(queue: QueueName, keys: readonly TurnKey[]): Promise<void>;
  /** Returns the state of each queue. */
  queues(): Promise<readonly QueueState[]>;
}

interface WakeOptions {
  readonly boss: PgBoss;
  readonly log: Log;
  /** The schedulers of this process. Only a worker's are open. */
  readonly turns: () => Turns;
  /**
   * Makes this process fetch jobs of the queue at once, if it is a worker. PostgreSQL's notice may be lost, and a job
   * that waits already causes none.
   */
  readonly fetch: (queue: QueueName) => void;
}

export function createWake({ boss, log, turns, fetch }: WakeOptions): Wake {
  return {
    async ask(queue, keys) {
      const scheduler = turns()[queue];
      const { askHere } = queueRules[queue];
      const unique = [...new Map(keys.map((key) => [key.id, key])).values()];
      const others = unique.filter((key) => !scheduler[askHere](key));
      if (others.length === 0) return;
      const jobs = others.map((key) => ({ data: { ...key }, singletonKey: key.id }));
      try {
        await boss.insert(queue, jobs);
        fetch(queue);
      } catch (error) {
        log.warn({ err: error, queue }, 'could not ask for turns; the next look at due rows does');
      }
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
