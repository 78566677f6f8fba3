/** pg-boss, started once a process: every role asks for turns; only workers fetch jobs and maintain the queues. */
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { forSession, queueLimits } from '../db/time-limits.ts';
import type { Log } from '../log.ts';
import { queueOptions, queues } from './jobs.ts';

interface BossOptions {
  /** A direct connection: LISTEN does not pass through poolers. */
  readonly url: string;
  readonly log: Log;
  readonly worker: boolean;
}

/** Connections of the queue, without the one that listens. */
const bossConnections = 4;

export async function startBoss({ url, log, worker }: BossOptions): Promise<PgBoss> {
  // Passed on to node-postgres' pool, which pg-boss' own types do not name.
  const session = {
    onConnect: async (client: pg.ClientBase) => {
      await client.query(forSession(queueLimits));
    },
  };
  const boss = new PgBoss({
    ...session,
    connectionString: url,
    application_name: 'tidings-queue',
    max: bossConnections,
    schedule: false,
    supervise: worker,
    useListenNotify: worker,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue met an error'));
  await boss.start();
  for (const name of queues) await boss.createQueue(name, queueOptions);
  return boss;
}
