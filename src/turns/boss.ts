/** pg-boss, started once a process: every role asks for turns; only workers fetch jobs and maintain the queues. */
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { connectionTo } from '../db/connections/connection-to.ts';
import { forSession } from '../db/connections/session-settings.ts';
import { queueLimits } from '../db/connections/time-limits.ts';
import { databaseCode } from '../db/database-code.ts';
import type { Log } from '../ground/log/log.ts';
import { queueOptions, queues } from './jobs.ts';

interface BossOptions {
  /** A direct connection: LISTEN does not pass through poolers. */
  readonly url: string;
  readonly log: Log;
  readonly worker: boolean;
}

/** Connections of the queue, without the one that listens. */
const bossConnections = 4;

/**
 * What PostgreSQL says to a process that installs or migrates the queue's tables while another one does: the schema, a
 * type or a table exists, or pg-boss' own guard has failed (division_by_zero). pg-boss looks for the English texts, which
 * a server may give in any language.
 */
const raceCodes: ReadonlySet<unknown> = new Set(['42P06', '42P07', '42710', '23505', '22012']);
/** Starts that may meet another process's. */
const startsMax = 3;

export async function startBoss(options: BossOptions): Promise<PgBoss> {
  for (let start = 1; ; start += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (start === startsMax || !raceCodes.has(databaseCode(error))) throw error;
    }
  }
}

async function startOnce({ url, log, worker }: BossOptions): Promise<PgBoss> {
  // Passed on to node-postgres' pool, which pg-boss' own types do not name.
  const session = {
    onConnect: async (client: pg.ClientBase) => {
      await client.query(forSession(queueLimits));
    },
  };
  const boss = new PgBoss({
    ...session,
    ...connectionTo(url),
    application_name: 'tidings-queue',
    max: bossConnections,
    schedule: false,
    supervise: worker,
    useListenNotify: worker,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue met an error'));
  try {
    await boss.start();
    for (const name of queues) await boss.createQueue(name, queueOptions);
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}
