/** The bundle that `npm start` runs, as a process with children of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { makeBundle } from '../../src/make-bundle.ts';

const run = promisify(execFile);

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

export interface RunningService {
  readonly process: ChildProcess;
  /** What it wrote to standard output that is no log. */
  readonly said: () => string;
  /** What it wrote to standard error. */
  readonly complained: () => string;
  readonly log: () => readonly LogLine[];
  /** The status or signal with which it ended. */
  readonly ended: Promise<number | string>;
  /** By SIGKILL, if it still runs. */
  kill(): Promise<void>;
}

/** Starts the service with these variables and no others of this project's. `file`: the bundle of another version. */
export async function runService(env: Readonly<Record<string, string>>, file?: string): Promise<RunningService> {
  const bundle = file ?? (await makeBundle('src/main.ts', 'node_modules/.cache/tidings'));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [bundle], { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complained = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  child.stderr.on('data', (part: Buffer) => {
    complained += part;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const lines = () => said.split('\n').slice(0, -1);
  return {
    process: child,
    said: () =>
      lines()
        .filter((line) => !line.startsWith('{"level"'))
        .join('\n'),
    complained: () => complained,
    log: () => lines().flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line)] : [])),
    ended,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Processes that `parent` has started from the bundle. */
export async function childrenOf(parent: ChildProcess): Promise<readonly number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parentPid] = /^\s*(\d+)\s+(\d+)\s.*main\.mjs/.exec(line) ?? [];
    return Number(parentPid) === parent.pid ? [Number(pid)] : [];
  });
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
