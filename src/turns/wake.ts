/** Asking for turns. */
import type { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import type { QueueName, TurnKey } from './jobs.ts';

export interface Wake {
  /**
   * Asks for a turn of each key, in one insert. To be called after the commit that made its rows due: asking inside the
   * transaction loses wake-ups. Never throws; what is not asked for here, the next look at due rows asks for.
   */
  ask(queue: QueueName, keys: readonly TurnKey[]): Promise<void>;
}

export interface WakeHere {
  /** True when this process has taken the turn itself, which spares the queue a job. */
  run(queue: QueueName, key: TurnKey): boolean;
  /**
   * Has this process fetch jobs of the queue at once, if it works on it. PostgreSQL's notice may be lost, and a job that
   * waits already gives rise to none.
   */
  fetch(queue: QueueName): void;
}

export function createWake(boss: PgBoss, log: Log, here: WakeHere): Wake {
  return {
    async ask(queue, keys) {
      const unique = [...new Map(keys.map((key) => [key.id, key])).values()].filter((key) => !here.run(queue, key));
      if (unique.length === 0) return;
      const jobs = unique.map((key) => ({ data: { ...key }, singletonKey: key.id }));
      try {
        await boss.insert(queue, jobs);
        here.fetch(queue);
      } catch (error) {
        log.warn({ err: error, queue }, 'could not ask for turns; the next look at due rows does');
      }
    },
  };
}
