/**
 * `npm start`, ended in every way that a person or a supervisor ends it: no process is left, the database is in order.
 * CI tries them (`EVERY_WAY=1`).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, type TestContext, test } from 'vitest';
import { everyWay } from '../support/every-way.ts';
import { copyProject, personsEnvironment } from '../support/project-copy.ts';

const run = promisify(execFile);
/** A start, with the bundle to be made and a busy machine, and an end; milliseconds. */
const timeout = 240_000;
/** From the signal until the last process is gone; milliseconds. The service allows itself less than five seconds. */
const goneWithin = 60_000;

let folder: string;
/** The data of a service that was started and ended; each of the other ways goes on with a copy. */
let made: string;

beforeAll(async () => {
  if (!everyWay) return;
  folder = await copyProject();
  made = await mkdtemp(join(tmpdir(), 'tidings-end-'));
}, timeout);

afterAll(async () => {
  if (everyWay) await Promise.all([folder, made].map((path) => rm(path, { recursive: true, force: true })));
});

interface Started {
  /** npm, or the terminal around it. */
  readonly child: ChildProcess;
  /** Every process that the start brought about. */
  readonly processes: readonly number[];
}

/** Starts `command` in a process group of its own; resolves once the service is ready. */
async function start({ command: [command, ...args], processes = 1 }: Way, dataDir: string): Promise<Started> {
  const { DATABASE_URL: _none, ...env } = personsEnvironment();
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...env, PORT: '0', INBOX_PORT: '0', INBOUND_PORT: '0', DATA_DIR: dataDir, PROCESSES: String(processes) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (part: Buffer) => {
      said += part;
    });
  }
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  child.stdout?.on('data', () => said.includes('Tidings is ready') && resolve());
  child.once('exit', (code, signal) => reject(new Error(`ended before it was ready (${signal ?? code}): ${said}`)));
  await ready;
  return { child, processes: await family(Number(child.pid)) };
}

/** The process and all that descend from it. */
async function family(ancestor: number): Promise<readonly number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=']);
  const parents = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set([ancestor]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [pid = 0, parent = 0] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The database's log since its last start. */
const databaseLog = (dataDir: string) => readFile(join(dataDir, 'postgres', 'server.log'), 'utf8');

type End = (child: ChildProcess) => void;
const toNpm =
  (signal: NodeJS.Signals): End =>
  ({ pid }) =>
    void process.kill(Number(pid), signal);
const toGroup =
  (signal: NodeJS.Signals): End =>
  ({ pid }) =>
    void process.kill(-Number(pid), signal);
const npmStart = ['npm', 'start'] as const;

interface Way {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly end: End;
  /** Of the service; 1 when left out. */
  readonly processes?: number;
}

const first: Way = { name: 'SIGTERM to npm', command: npmStart, end: toNpm('SIGTERM') };
const ways: readonly Way[] = [
  { name: 'SIGHUP to npm, which passes it to nobody', command: npmStart, end: toNpm('SIGHUP') },
  { name: 'SIGKILL to npm', command: npmStart, end: toNpm('SIGKILL') },
  { name: 'Ctrl-C, which the whole group gets', command: npmStart, end: toGroup('SIGINT') },
  {
    name: 'Ctrl-C twice, to two processes',
    command: npmStart,
    processes: 2,
    end(child) {
      toGroup('SIGINT')(child);
      setTimeout(() => isThere(Number(child.pid)) && toGroup('SIGINT')(child), 20);
    },
  },
  {
    name: 'SIGHUP to the group of two processes, with nothing left to write to',
    command: npmStart,
    processes: 2,
    end(child) {
      child.stdout?.destroy();
      toGroup('SIGHUP')(child);
    },
  },
  // The terminal itself goes: `script` holds its other end. Its arguments are those of Linux.
  ...(process.platform === 'linux'
    ? [
        {
          name: 'the terminal closed',
          command: ['script', '-qec', 'npm start', '/dev/null'],
          end: toNpm('SIGKILL'),
        } as const,
      ]
    : []),
];

async function startAndEnd(way: Way, dataDir: string, { expect, onTestFinished }: TestContext) {
  const { child, processes } = await start(way, dataDir);
  onTestFinished(() => {
    for (const pid of processes.filter(isThere)) process.kill(pid, 'SIGKILL');
  });
  // npm, the service, the inbox and PostgreSQL with its own.
  expect(processes.length).toBeGreaterThan(5);
  expect(await databaseLog(dataDir), 'the end before was in order').not.toMatch(/not properly shut down|recovery/);
  const exited = once(child, 'exit');
  way.end(child);
  await exited;
  await expect.poll(() => processes.filter(isThere), { timeout: goneWithin, interval: 20 }).toEqual([]);
  expect(await databaseLog(dataDir)).toMatch(/database system is shut down\s*$/);
}

test.runIf(everyWay)(first.name, { timeout }, (context) => startAndEnd(first, made, context));

test.runIf(everyWay).concurrent.for(ways)('$name', { timeout }, async (way, context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidings-end-'));
  context.onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await run('cp', ['-a', `${made}/.`, dataDir]);
  await startAndEnd(way, dataDir, context);
});
