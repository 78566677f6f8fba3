/**
 * A step of a migration that does not queue (docs/rules.md#locks-of-migrations). A statement that waits for a lock holds
 * up every later one of the service on that table, so it gives up after two seconds and is tried again after a pause.
 */
import pg from 'pg';
import { databaseCode } from '../../src/db/database-code.ts';
import { MigrationFault } from '../migration-fault.ts';
import type { MigrationLog } from '../migration-log.ts';

/** What a step needs beside its statements. */
export interface Runner {
  readonly client: pg.Client;
  /** Of the same database: a second connection sees who holds what the first one waits for. */
  readonly connection: pg.ClientConfig;
  readonly log?: MigrationLog | undefined;
  readonly pause: (ms: number) => Promise<void>;
}

/** What a person reads of a step. */
export interface StepName {
  readonly migration: string;
  /** Its place in the migration, from 1. */
  readonly step: number;
}

/** Time that a statement waits for a lock; milliseconds. */
export const lockTime = 2_000;
/** Before the second try, and the most; each pause is twice the one before. Milliseconds. */
const firstPause = 250;
const longestPause = 15_000;
/** With their pauses they take ten minutes. */
export const triesMax = 40;
/** From one look at who is waited for to the next; milliseconds. */
const lookEvery = 1_000;
/** Looks from one line of the log to the next. */
const looksPerLine = 10;
/** Sessions that a line names, at most. */
const blockersMax = 5;

/** lock_not_available, deadlock_detected. */
const tryAgain = new Set<unknown>(['55P03', '40P01']);

/** Runs `work` until it gets its locks. Rejects with a MigrationFault after 40 tries, and with any other error at once. */
export async function runPatiently(runner: Runner, name: StepName, work: () => Promise<void>): Promise<void> {
  const { log, pause } = runner;
  for (let tries = 1, wait = firstPause; ; tries += 1, wait = Math.min(2 * wait, longestPause)) {
    const watch = watchBlockers(runner, name);
    try {
      await work();
      return;
    } catch (error) {
      if (!tryAgain.has(databaseCode(error))) throw error;
      const heldBy = await watch.end();
      if (tries === triesMax) throw lockedFault(name, heldBy);
      log?.warn?.({ ...name, tries, heldBy, pauseMs: wait }, 'migration: a lock is held; it gives up and tries again');
      await pause(wait);
    } finally {
      await watch.end();
    }
  }
}

/** Looks at who holds what the client waits for, and says so where that takes long. */
function watchBlockers({ client, connection, log }: Runner, name: StepName) {
  let heldBy: readonly string[] = [];
  let looks = 0;
  let looking: Promise<void> | null = null;
  const look = async () => {
    const found = await blockersOf(client, connection);
    if (found.length > 0) heldBy = found;
    looks += 1;
    if (looks % looksPerLine === 0) log?.info({ ...name, heldBy: found }, 'migration: a step is still under way');
  };
  const timer = setInterval(() => {
    // The step itself tells what is wrong with the database.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = null;
      });
  }, lookEvery);
  return {
    async end(): Promise<readonly string[]> {
      clearInterval(timer);
      await looking;
      return heldBy;
    },
  };
}

/** Sessions by the names that they gave themselves, with the age of their transactions; no statement is read. */
async function blockersOf(client: pg.Client, connection: pg.ClientConfig): Promise<readonly string[]> {
  const pid = 'processID' in client ? client.processID : null;
  const watcher = new pg.Client({ ...connection, application_name: 'tidings migrate watch' });
  watcher.on('error', () => undefined);
  await watcher.connect();
  try {
    const { rows } = await watcher.query<{ blocker: string }>(blockers, [pid, blockersMax]);
    return rows.map(({ blocker }) => blocker);
  } finally {
    await watcher.end();
  }
}

const blockers = `
  SELECT format('process %s (%s), in a transaction for %s s', a.pid, a.application_name,
    coalesce(extract(epoch FROM clock_timestamp() - a.xact_start)::int, 0)) AS blocker
  FROM pg_stat_activity a WHERE a.pid = ANY (pg_blocking_pids($1)) ORDER BY a.xact_start LIMIT $2`;

function lockedFault({ migration, step }: StepName, heldBy: readonly string[]): MigrationFault {
  const by = heldBy.length > 0 ? `: ${heldBy.join('; ')}` : '';
  return new MigrationFault(
    'locked',
    `Step ${step} of the migration ${migration} did not get its lock in ${triesMax} tries${by}. ` +
      'Let that transaction end, or end it, then start again: the migration goes on with this step.',
  );
}
