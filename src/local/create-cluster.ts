import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../ground/log/log.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { runPostgresProgram, viewOf } from './run-postgres-program.ts';

export const superuser = 'tidings';

/**
 * Creates the cluster of `home` if there is none: in another folder, then renamed, so that a killed first start leaves
 * no half cluster.
 */
export async function createCluster(
  home: string,
  durable: boolean,
  programs: PostgresPrograms,
  log?: Log,
): Promise<void> {
  if (await exists(join(home, 'cluster', 'PG_VERSION'))) return;
  const started = performance.now();
  log?.info('creating the database');
  await mkdir(dirname(home), { recursive: true });
  const draft = await mkdtemp(`${home}.new-`);
  try {
    const cluster = join(draft, 'cluster');
    const passwordFile = join(draft, 'password');
    // The server's user may enter the folder without listing it.
    await chmod(draft, 0o711);
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    const { user } = programs;
    if (user) for (const path of [cluster, passwordFile]) await chown(path, user.uid, user.gid);
    const at = viewOf(cluster, programs);
    const initdb = runPostgresProgram(programs.initdb, cluster, programs, 'pipe', [
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
    // Another process may have been faster: then its cluster counts.
    await rename(draft, home).catch(async (error) => {
      if (!(await exists(join(home, 'cluster', 'PG_VERSION')))) throw error;
    });
    log?.info({ durationMs: Math.round(performance.now() - started) }, 'database created');
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
