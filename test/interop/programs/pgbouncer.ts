/** PgBouncer from its package, with a folder of its own, before one server of PostgreSQL. */

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { accepting } from './accepting.ts';
import { end, start } from './run.ts';

export interface PgBouncer {
  /** The URL by which it leads to the database of a direct URL. */
  through(directUrl: string): string;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  /** A URL of the server, with the name and the password of its superuser. */
  readonly server: string;
  readonly poolMode: 'session' | 'transaction' | 'statement';
  /** Connections of the server, for each database. */
  readonly connections: number;
}

export async function startPgBouncer({ server, poolMode, connections }: PgBouncerOptions): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-pgbouncer-'));
  await chmod(folder, 0o755);
  const { hostname, port: serverPort, username, password } = new URL(server);
  const port = await freePort();
  const users = join(folder, 'users');
  await writeFile(users, `"${username}" "${password}"\n`, { mode: 0o644 });
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      `pool_mode = ${poolMode}`,
      `default_pool_size = ${connections}`,
      'max_client_conn = 1000',
      '',
    ].join('\n'),
  );
  // It does not run as root, and needs a user that is there.
  const child = start('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings]);
  const through = (directUrl: string) => Object.assign(new URL(directUrl), { hostname: '127.0.0.1', port }).href;
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await accepting(through(server), () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { through, stop };
}
