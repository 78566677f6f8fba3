/** Asking for turns. */
import type { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import type { QueueName, TurnKey } from './jobs.ts';

export interface Wake {
  /**
   * Asks for a turn of each key, in one insert. To be called after the commit that made its rows due: asking inside the
   * transaction loses wake-ups. Never throws; what is not asked for here, the sweep asks for within a second.
   */
  ask(queue: QueueName, keys: readonly TurnKey[]): Promise<void>;
}

/** `runHere`: true when this process has taken the turn itself, which spares the queue a job. */
export function createWake(boss: PgBoss, log: Log, runHere: (queue: QueueName, key: TurnKey) => boolean): Wake {
  return {
    async ask(queue, keys) {
      const unique = [...new Map(keys.map((key) => [key.id, key])).values()].filter((key) => !runHere(queue, key));
      if (unique.length === 0) return;
      const jobs = unique.map((key) => ({ data: { ...key }, singletonKey: key.id }));
      try {
        await boss.insert(queue, jobs);
      } catch (error) {
        log.warn({ err: error, queue }, 'could not ask for turns; the sweep will');
      }
    },
  };
}
