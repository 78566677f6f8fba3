/** PostgreSQL from its Debian package, with a folder and settings of its own and German messages. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { accepting } from './accepting.ts';
import { insistOn } from './run.ts';

export interface DebianPostgres {
  /** Of its superuser, in the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

const packages = '/usr/lib/postgresql';
const locale = 'de_DE.UTF-8';

/** Without durability, as the tests' own clusters. `settings`: of the server, by name. */
export async function startDebianPostgres(settings: Readonly<Record<string, string>>): Promise<DebianPostgres> {
  const folder = await mkdtemp(join(memoryFolder(), 'tidings-debian-'));
  const [version = ''] = (await readdir(packages)).toSorted((a, b) => Number(b) - Number(a));
  const programs = join(packages, version, 'bin');
  // PostgreSQL does not run as root, and the package has brought a user.
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number(await insistOn('id', [flag, 'postgres']))),
  );
  const data = join(folder, 'data');
  await mkdir(data);
  await chmod(folder, 0o755);
  await chown(data, uid, gid);
  await insistOn('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(folder, locale)]);
  const as = {
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    cwd: data,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, LOCPATH: folder, LANG: locale, TZ: 'America/New_York' },
  } as const;
  const made = spawn(join(programs, 'initdb'), ['-D', data, '-U', 'tidings', '-A', 'trust', '--no-sync'], as);
  const [code] = await once(made, 'close');
  if (code !== 0) throw new Error(`initdb of PostgreSQL ${version} ended with ${code}`);
  const port = await freePort();
  const given = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '400',
    fsync: 'off',
    full_page_writes: 'off',
    ...settings,
  };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...options], as);
  const url = `postgresql://tidings:any@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await accepting(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
