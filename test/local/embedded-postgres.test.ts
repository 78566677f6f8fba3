import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, test as base, beforeAll, expect } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/local/embedded-postgres.ts';
import { everyWay } from '../support/every-way.ts';
import { openClient } from '../support/open-client.ts';

const log = createLog('silent');
const program = fileURLToPath(new URL('./embedded-postgres-parent.ts', import.meta.url));
/** A folder with a cluster that was made once and stopped: tests begin with a copy. */
let made: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'tidings-postgres-'));
  await (await startEmbeddedPostgres(made, log)).stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

interface Elsewhere {
  readonly parent: ChildProcess;
  readonly url?: string;
  readonly refusal?: string;
}

interface Home {
  readonly dataDir: string;
  start(): Promise<EmbeddedPostgres>;
  /** In a process of its own, in a process group of its own. */
  fork(): ChildProcess;
  startElsewhere(): Promise<Elsewhere>;
}

/** A folder for each test: they wait for processes most of the time, so several run at once. */
const test = base.extend<{ home: Home }>({
  home: async ({ task: _ }, use) => {
    // Of mode 0700: as root, the user that PostgreSQL runs as cannot enter it.
    const dataDir = await mkdtemp(join(tmpdir(), 'tidings-postgres-'));
    await promisify(execFile)('cp', ['-a', join(made, 'postgres'), dataDir]);
    const parents: ChildProcess[] = [];
    const start = () => startEmbeddedPostgres(dataDir, log);
    const forkParent = () => {
      const parent = fork(program, [dataDir], { execArgv: [], detached: true });
      parents.push(parent);
      return parent;
    };
    const startElsewhere = async () => {
      const parent = forkParent();
      const [message] = await once(parent, 'message');
      return { parent, ...message };
    };
    await use({ dataDir, start, fork: forkParent, startElsewhere });
    for (const parent of parents) await kill(parent);
    const left = await stat(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')).catch(() => null);
    if (left) await (await start()).stop();
    await rm(dataDir, { recursive: true, force: true });
  },
}).concurrent;

async function kill(parent: ChildProcess): Promise<void> {
  if (parent.exitCode !== null || parent.signalCode !== null) return;
  parent.kill('SIGKILL');
  await once(parent, 'exit');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await openClient(url);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const portOf = (url: string | undefined) => new URL(url ?? '').port;

test('it speaks UTF-8, sorts by code point and has what the search needs', async ({ home }) => {
  const { url, stop } = await home.start();
  await query(url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin');
  expect(
    await query(
      url,
      "SELECT lower('ÉCLAIR') AS lower, 'B' < 'a' AS sorts, current_setting('server_encoding') AS encoding",
    ),
  ).toEqual([{ lower: 'éclair', sorts: true, encoding: 'UTF8' }]);
  await stop();
});

test('it is reached over the loopback interface and with its password alone, which is for its owner alone', async ({
  home,
}) => {
  const { url, stop } = await home.start();
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password');
  expect(
    await query(url, "SELECT current_setting('listen_addresses') AS at, current_setting('fsync') AS fsync"),
  ).toEqual([{ at: '127.0.0.1', fsync: 'on' }]);
  expect((await stat(join(home.dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  await stop();
});

test('rows outlast a stop, which does not wait for open connections', async ({ home }) => {
  const first = await home.start();
  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE kept AS SELECT 1 AS one');
  await first.stop();
  const log = await readFile(join(home.dataDir, 'postgres', 'server.log'), 'utf8');
  expect(log).toContain('received fast shutdown request');
  const second = await home.start();
  expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  await second.stop();
});

if (everyWay)
  test('a server whose process was killed is taken over as it is', async ({ home }) => {
    const { parent, url = '' } = await home.startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const [before] = await query(url, 'SELECT pg_postmaster_start_time() AS at');
    await kill(parent);
    const adopted = await home.start();
    expect(portOf(adopted.url)).toBe(portOf(url));
    expect(await query(adopted.url, 'SELECT pg_postmaster_start_time() AS at FROM kept')).toEqual([before]);
    await adopted.stop();
  });

test('a server that was killed too recovers what was committed', async ({ home }) => {
  const { parent, url = '' } = await home.startElsewhere();
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
  await kill(parent);
  const [pid] = (await readFile(join(home.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const recovered = await home.start();
  expect(await query(recovered.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  await recovered.stop();
});

if (everyWay)
  test('the process id of a dead server that went to another process does not stop a start', async ({ home }) => {
    await (await home.start()).stop();
    const lines = [process.pid, '/proc/self/cwd', 1, 5432, '', '127.0.0.1', '1 1', 'ready'];
    await writeFile(join(home.dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${lines.join('\n')}\n`);
    const started = await home.start();
    expect(await query(started.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await started.stop();
  });

if (everyWay)
  test("a terminal's Ctrl-C does not reach the server", async ({ home }) => {
    const { parent, url = '' } = await home.startElsewhere();
    process.kill(-Number(parent.pid), 'SIGINT');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

test('a second Tidings on the folder is refused, and the first one goes on', async ({ home }) => {
  const first = await home.startElsewhere();
  await expect(home.start()).rejects.toThrow('Another Tidings is running');
  expect(await query(first.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

if (everyWay)
  test('of two that start at once in an empty folder one gets it, and nothing is left over', async ({ home }) => {
    await rm(join(home.dataDir, 'postgres'), { recursive: true });
    const both = await Promise.all([home.startElsewhere(), home.startElsewhere()]);
    expect(both.filter(({ url }) => url !== undefined)).toHaveLength(1);
    expect(both.find(({ url }) => url === undefined)?.refusal).toContain('Another Tidings is running');
    expect(await readdir(home.dataDir)).toEqual(['postgres']);
  });

if (everyWay)
  test('a first start that is killed in the middle does not spoil the next', async ({ home }) => {
    await rm(join(home.dataDir, 'postgres'), { recursive: true });
    const parent = home.fork();
    for (let begun = false; !begun; ) begun = (await readdir(home.dataDir)).length > 0;
    await kill(parent);
    const started = await home.start();
    expect(await query(started.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await started.stop();
  });
