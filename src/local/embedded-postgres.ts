/** The database of a local run: PostgreSQL in DATA_DIR, for one process of the service at a time. */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { forSession } from '../db/connections/session-settings.ts';
import { noLimits } from '../db/connections/time-limits.ts';
import type { Log } from '../ground/log/log.ts';
import { type Cluster, launchCluster } from './postgres-cluster.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Closes the database within three seconds; open connections are cut. */
  stop(): Promise<void>;
}

const databaseName = 'tidings';

/** An advisory lock that a session holds while a process uses the folder. Any number, the same in every version. */
const folderLock = 7_461_001;
/** Time for which a killed process may still seem to hold the folder, in milliseconds. */
const folderLockTimeout = 3_000;
const pollInterval = 50;

/** Throws when another process uses the folder, or when PostgreSQL does not start. */
export async function startEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const serving = await launchEmbeddedPostgres(dataDir, log);
  return serving();
}

/**
 * The same in two steps: resolves once the server's process exists, to a function that waits until the server accepts
 * connections. `connections`: how many the server must allow.
 */
export async function launchEmbeddedPostgres(
  dataDir: string,
  log: Log,
  connections?: number,
): Promise<() => Promise<EmbeddedPostgres>> {
  const folder = join(dataDir, 'postgres');
  const serving = await launchCluster({ folder, durable: true, log, ...(connections ? { connections } : {}) });
  const started = performance.now();
  const served = serving().then((cluster) => {
    log.info({ durationMs: Math.round(performance.now() - started) }, 'database started');
    return cluster;
  });
  // The caller of the function below gets the error.
  served.catch(() => undefined);
  return async () => hold(await served, dataDir, log);
}

async function hold(cluster: Cluster, dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const holder = new pg.Client({ connectionString: cluster.url('postgres'), application_name: 'tidings data folder' });
  let stopping = false;
  holder.on('error', (error) => {
    if (!stopping) log.error({ error }, 'embedded PostgreSQL connection lost');
  });
  await holder.connect();
  await holder.query(forSession(noLimits));
  if (!(await lockFolder(holder))) {
    await holder.end();
    cluster.leave();
    throw new Error(
      `Another Tidings is running on ${resolve(dataDir)}. Stop it, or set DATA_DIR to another folder for this one.`,
    );
  }
  await createDatabase(holder);
  return {
    url: cluster.url(databaseName),
    async stop() {
      stopping = true;
      await cluster.stop();
      await holder.end().catch(() => undefined);
    },
  };
}

async function lockFolder(client: pg.Client): Promise<boolean> {
  for (const end = Date.now() + folderLockTimeout; ; await sleep(pollInterval)) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [folderLock]);
    if (rows[0]?.locked) return true;
    if (Date.now() > end) return false;
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(databaseName)}`);
}
