/** The server of a cluster's folder, by the file that PostgreSQL keeps there while it runs. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcess } from './is-process.ts';

export interface Serving {
  readonly pid: number;
  readonly port: number;
}

/** Time of a fast shutdown before an immediate one, which loses nothing committed either, in milliseconds. */
const fastShutdownTimeout = 2_000;
const immediateShutdownTimeout = 800;
const pollInterval = 15;

/**
 * Whether this cluster's server holds the folder; removes the files of a dead server, which PostgreSQL might take for a
 * live one.
 */
export async function isRunning(home: string, mark: string): Promise<boolean> {
  const file = await readPidFile(home);
  if (file === null) return false;
  if (await isProcess(file.pid, mark)) return true;
  await rm(join(home, 'cluster', 'postmaster.pid'), { force: true });
  return false;
}

/** postmaster.pid: process id, folder, start, port, …, status in line 8. Null when it is missing or incomplete. */
export async function readPidFile(home: string): Promise<(Serving & { readonly ready: boolean }) | null> {
  const lines = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Fast shutdown, then an immediate one; `mark` is among the server's arguments. */
export async function stopServer(home: string, mark: string, pid: number): Promise<void> {
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
