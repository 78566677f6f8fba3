/**
 * One PostgreSQL cluster in a folder: made once, started in a session of its own so that Ctrl-C does not reach it,
 * adopted when it outlived its process.
 *
 * <folder>/cluster      PostgreSQL's own
 * <folder>/password     of its superuser `tidings`
 * <folder>/server.log   since its last start
 */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../ground/log/log.ts';
import { createCluster, superuser } from './create-cluster.ts';
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts';
import { runPostgresProgram, viewOf } from './run-postgres-program.ts';
import { isRunning, readPidFile, type Serving, stopServer } from './running-server.ts';

export interface ClusterOptions {
  /** Created when missing. */
  readonly folder: string;
  /** False only for tests: no fsync. */
  readonly durable: boolean;
  /** Any free port by default. */
  readonly port?: number;
  /** Further settings of the server, by name; tests run on those that an operator's may have. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Connections that the server must allow; it allows 100 at least, and 400 in tests. */
  readonly connections?: number;
  /** Logs the creation of the cluster. */
  readonly log?: Log;
}

export interface Cluster {
  /** The URL of one of its databases. */
  url(database: string): string;
  /** Fast shutdown, then an immediate one; resolves once the server is gone. */
  stop(): Promise<void>;
  /** Leaves the server to another process: the server continues when this process exits. */
  leave(): void;
}

/** A server that this process has started, or found running. */
interface Launched {
  exited(): boolean;
  /** Sends the server a fast shutdown, unless another process started it. */
  end(): void;
}

/** Time that a server has to accept connections, recovery after a crash included, in milliseconds. */
const startTimeout = 60_000;
const pollInterval = 15;
/** PostgreSQL keeps this many connections for superusers. */
const superuserConnections = 3;
/** Another process can take a free port before PostgreSQL binds it. */
const startAttempts = 5;

/** Starts the cluster, or finds it running. Throws with the end of its log when it does not start. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const serving = await launchCluster(options);
  return serving();
}

/**
 * The same in two steps: resolves once the server's process exists, to a function that waits until the server accepts
 * connections.
 */
export async function launchCluster(options: ClusterOptions): Promise<() => Promise<Cluster>> {
  const { folder, durable, log } = options;
  const home = resolve(folder);
  const programs = await findPostgresPrograms();
  await createCluster(home, durable, programs, log);
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const mark = createHash('sha256').update(password).digest('hex').slice(0, 16);
  const url = (servedPort: number, database: string) =>
    `postgresql://${superuser}:${password}@127.0.0.1:${servedPort}/${encodeURIComponent(database)}`;
  const deadline = Date.now() + startTimeout;
  const find = async (): Promise<Launched> =>
    (await isRunning(home, mark))
      ? { exited: () => false, end: () => undefined }
      : launch(home, options, mark, programs);
  let launched = await find();
  // A process that exits before it could stop the server, during a start or by an error, leaves none behind.
  const endServer = () => launched.end();
  process.once('exit', endServer);
  const leave = () => void process.off('exit', endServer);
  return async () => {
    for (let attempt = 1; attempt <= startAttempts; attempt += 1) {
      const serving = await waitUntilServing(home, mark, launched.exited, (found) => url(found, 'postgres'), deadline);
      if (serving) {
        return {
          url: (database) => url(serving.port, database),
          async stop() {
            await stopServer(home, mark, serving.pid);
            leave();
          },
          leave,
        };
      }
      launched = await find();
    }
    const serverLog = await readFile(join(home, 'server.log'), 'utf8').catch(() => '');
    const end = serverLog.trim().split('\n').slice(-8).join('\n');
    throw new Error(`The embedded PostgreSQL in ${home} does not start:\n${end}`);
  };
}

/** Starts the server. */
async function launch(
  home: string,
  { durable, port, connections = 0, settings: further = {} }: ClusterOptions,
  mark: string,
  programs: PostgresPrograms,
): Promise<Launched> {
  const cluster = join(home, 'cluster');
  const log = await open(join(home, 'server.log'), 'w', 0o600);
  const settings = {
    // Appears in the list of processes, and distinguishes this server from another process that got its id.
    cluster_name: mark,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(Math.max(durable ? 100 : 400, connections + superuserConnections)),
    shared_buffers: '128MB',
    // At full load the default of 1 GB brings a checkpoint every twenty seconds, after which each changed page is logged
    // whole once: a large database lost a tenth of its emits. A recovery from a crash reads as much: ten seconds a gigabyte
    // at worst.
    max_wal_size: '2GB',
    log_timezone: 'UTC',
    // Neither statements nor their rows: the log must hold no address.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // With two cores, a vacuum at full pace takes half of one from requests for seconds of each minute.
    autovacuum_vacuum_cost_delay: '10ms',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    ...further,
  };
  try {
    const server = runPostgresProgram(programs.postgres, cluster, programs, log.fd, [
      '-D',
      viewOf(cluster, programs),
      '-p',
      String(port ?? (await freePort())),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    let exited = false;
    server.once('exit', () => {
      exited = true;
    });
    server.once('error', () => {
      exited = true;
    });
    server.unref();
    return { exited: () => exited, end: () => void (exited || server.kill('SIGINT')) };
  } finally {
    await log.close();
  }
}

/** Null when the server exited instead. */
async function waitUntilServing(
  home: string,
  mark: string,
  exited: () => boolean,
  url: (port: number) => string,
  deadline: number,
): Promise<Serving | null> {
  while (Date.now() < deadline) {
    const file = await readPidFile(home);
    if (file?.ready && (await canConnect(url(file.port)))) return file;
    // A server that lost the race for the folder exits, and the winner is waited for.
    if ((exited() || file !== null) && !(await isRunning(home, mark))) return null;
    await sleep(pollInterval);
  }
  return null;
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port on the loopback interface.');
  return address.port;
}
