/** One server of a cluster, on loopback, in a folder of its own and without durability. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accepting } from '../../interop/programs/accepting.ts';
import { insistOn } from '../../interop/programs/run.ts';
import { freePort } from '../../support/free-port.ts';

export interface Node {
  readonly port: number;
  /** The URL of one of its databases, as its superuser. */
  url(database: string): string;
  /** Ends the server, and with it the connections to it. */
  stop(): Promise<void>;
  /** Ends it as a crash does: it says nothing to anybody, and what it had prepared stays. */
  crash(): Promise<void>;
  /** Starts it again on its port; resolves once it takes connections. */
  restart(): Promise<void>;
}

const superuser = 'tidings';

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  // What several machines write together is prepared on each of them first.
  max_prepared_transactions: '300',
  wal_level: 'logical',
  max_connections: '300',
  // One transaction makes every shard of every table.
  max_locks_per_transaction: '1024',
  // The servers are on one machine, and have no certificates.
  'citus.node_conninfo': 'sslmode=prefer',
  fsync: 'off',
  full_page_writes: 'off',
  // What was answered outlives a crash of the server; of the machine, it would not.
  synchronous_commit: 'on',
  // A transaction that a crash left between two machines; milliseconds.
  'citus.recover_2pc_interval': '1000',
  autovacuum: 'off',
};

/** `programs`: the folder of `initdb` and `postgres`. `folder` is there, and anybody may enter it. */
export async function startNode(programs: string, folder: string, name: string): Promise<Node> {
  const home = join(folder, name);
  await mkdir(home);
  const user = await serversUser();
  if (user !== null) await chown(home, user.uid, user.gid);
  const as = { ...user, cwd: home, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  const log = await open(join(folder, `${name}.log`), 'w');
  const output = ['ignore', log.fd, log.fd] as const;
  try {
    const flags = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    await succeeding(spawn(join(programs, 'initdb'), ['-D', home, ...flags], { ...as, stdio: [...output] }));
    const port = await freePort();
    const options = Object.entries({ ...settings, port }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const url = (database: string) => `postgresql://${superuser}:any@127.0.0.1:${port}/${database}`;
    let server: ChildProcess;
    const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
    const end = async (signal: NodeJS.Signals) => {
      if (hasEnded()) return;
      server.kill(signal);
      await once(server, 'exit');
    };
    const kill = () => void server.kill('SIGINT');
    const restart = async () => {
      const again = await open(join(folder, `${name}.log`), 'a');
      server = spawn(join(programs, 'postgres'), ['-D', home, ...options], {
        ...as,
        stdio: ['ignore', again.fd, again.fd],
      });
      await again.close();
      await accepting(url('postgres'), hasEnded);
    };
    const stop = async () => {
      process.off('exit', kill);
      await end('SIGINT');
    };
    // A run that ends before it could stop the server leaves none behind.
    process.once('exit', kill);
    await restart().catch(async (error: Error) => {
      await stop();
      throw error;
    });
    return { port, url, stop, restart, crash: () => end('SIGQUIT') };
  } catch (error) {
    const said = await readFile(join(folder, `${name}.log`), 'utf8');
    throw new Error(`The server ${name} does not start:\n${said.slice(-2_000)}`, { cause: error });
  } finally {
    await log.close();
  }
}

/** PostgreSQL does not run as root, and its Debian package has brought a user. Null: this process is not root's. */
async function serversUser(): Promise<{ readonly uid: number; readonly gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const idOf = async (flag: string) => Number(await insistOn('id', [flag, 'postgres']));
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

async function succeeding(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
}
