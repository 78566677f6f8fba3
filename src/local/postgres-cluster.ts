/**
 * One PostgreSQL cluster in a folder of ours: made once, started in a session of its own so that Ctrl-C reaches us
 * alone, adopted when it outlived us.
 *
 *     <folder>/cluster      PostgreSQL's own
 *     <folder>/password     of its superuser `tidings`
 *     <folder>/server.log   since its last start
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isProcess } from './is-process.ts';
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts';

export interface ClusterOptions {
  /** Created when missing. */
  readonly folder: string;
  /** False only for tests: no fsync. */
  readonly durable: boolean;
}

export interface Cluster {
  /** Of one of its databases. */
  url(database: string): string;
  /** Fast shutdown, then an immediate one; resolves once the server is gone. */
  stop(): Promise<void>;
}

export const superuser = 'tidings';

/** How long a server may take to serve, recovery after a crash included, in milliseconds. */
const startTimeout = 60_000;
/** How long a fast shutdown may take before an immediate one, which loses nothing committed either, in milliseconds. */
const fastShutdownTimeout = 2_000;
const immediateShutdownTimeout = 800;
const pollInterval = 15;
/** A free port can be taken by another process before PostgreSQL binds it. */
const startAttempts = 5;

interface Serving {
  readonly pid: number;
  readonly port: number;
}

/** Starts the cluster, or finds it running. Throws with the end of its log when it does not come up. */
export async function startCluster({ folder, durable }: ClusterOptions): Promise<Cluster> {
  const home = resolve(folder);
  const programs = await findPostgresPrograms();
  await createCluster(home, durable, programs);
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const mark = createHash('sha256').update(password).digest('hex').slice(0, 16);
  const url = (port: number, database: string) =>
    `postgresql://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const deadline = Date.now() + startTimeout;
  for (let attempt = 1; attempt <= startAttempts; attempt += 1) {
    const exited = (await isRunning(home, mark)) ? () => false : await launch(home, durable, mark, programs);
    const serving = await waitUntilServing(home, mark, exited, (port) => url(port, 'postgres'), deadline);
    if (serving) {
      return { url: (database) => url(serving.port, database), stop: () => stopServer(home, mark, serving.pid) };
    }
  }
  const log = await readFile(join(home, 'server.log'), 'utf8').catch(() => '');
  throw new Error(`The embedded PostgreSQL in ${home} does not start:\n${log.trim().split('\n').slice(-8).join('\n')}`);
}

/** Made aside and renamed, so that a first start that is killed leaves no half cluster. */
async function createCluster(home: string, durable: boolean, programs: PostgresPrograms): Promise<void> {
  if (await exists(join(home, 'cluster', 'PG_VERSION'))) return;
  await mkdir(dirname(home), { recursive: true });
  const draft = await mkdtemp(`${home}.new-`);
  try {
    const cluster = join(draft, 'cluster');
    const passwordFile = join(draft, 'password');
    // Entered, but not listed, by the user that the server runs as.
    await chmod(draft, 0o711);
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    const { user } = programs;
    if (user) for (const path of [cluster, passwordFile]) await chown(path, user.uid, user.gid);
    const at = viewOf(cluster, programs);
    const initdb = start(programs.initdb, cluster, programs, 'pipe', [
      `--pgdata=${at}`,
      `--pwfile=${at}/../password`,
      `--username=${superuser}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    let said = '';
    initdb.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    initdb.stdout?.resume();
    const code = await new Promise((done, fail) => initdb.on('error', fail).on('close', done));
    if (code !== 0) throw new Error(`PostgreSQL's initdb failed in ${home}:\n${said.trim()}`);
    // Another process may have been quicker: then its cluster is the one.
    await rename(draft, home).catch(async (error) => {
      if (!(await exists(join(home, 'cluster', 'PG_VERSION')))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * The cluster's folder as the server sees it. The user `postgres` may not be able to enter the folders above it, so
 * where that can be it is told to stay where it is: its working folder is entered by us, before we become that user.
 */
function viewOf(cluster: string, { user }: PostgresPrograms): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

function start(
  program: string,
  cluster: string,
  { user }: PostgresPrograms,
  output: 'pipe' | number,
  args: readonly string[],
) {
  return spawn(program, args, {
    cwd: cluster,
    // A session of its own: a terminal's Ctrl-C goes to us, and we stop it when the last row is written.
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(user ?? {}),
  });
}

/** Starts the server; the function that it returns says whether it has exited. */
async function launch(
  home: string,
  durable: boolean,
  mark: string,
  programs: PostgresPrograms,
): Promise<() => boolean> {
  const cluster = join(home, 'cluster');
  const log = await open(join(home, 'server.log'), 'w', 0o600);
  const settings = {
    // Shows in the list of processes, and tells our server from another that got its process id.
    cluster_name: mark,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Neither statements nor the rows that they were about: the log holds no address.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  try {
    const server = start(programs.postgres, cluster, programs, log.fd, [
      '-D',
      viewOf(cluster, programs),
      '-p',
      String(await freePort()),
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
    return () => exited;
  } finally {
    await log.close();
  }
}

/** Null when the server went away instead. */
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

/** Whether our server holds the folder; clears what a dead one left, or PostgreSQL might take it for a live one. */
async function isRunning(home: string, mark: string): Promise<boolean> {
  const file = await readPidFile(home);
  if (file === null) return false;
  if (await isProcess(file.pid, mark)) return true;
  await rm(join(home, 'cluster', 'postmaster.pid'), { force: true });
  return false;
}

/** postmaster.pid: process id, folder, start, port, …, status in line 8. Null when there is none, or not yet whole. */
async function readPidFile(home: string): Promise<(Serving & { readonly ready: boolean }) | null> {
  const lines = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

async function stopServer(home: string, mark: string, pid: number): Promise<void> {
  const gone = async (timeout: number) => {
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(pollInterval)) {
      if ((await readPidFile(home))?.pid !== pid || !(await isProcess(pid, mark))) return true;
    }
    return false;
  };
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {}
  };
  if (!(await isProcess(pid, mark))) return;
  signal('SIGINT');
  if (await gone(fastShutdownTimeout)) return;
  signal('SIGQUIT');
  await gone(immediateShutdownTimeout);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port on the loopback interface.');
  return address.port;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
