import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/local/embedded-postgres.ts';
import { createLog } from '../../src/log.ts';

const log = createLog('silent');
const program = fileURLToPath(new URL('./embedded-postgres-parent.ts', import.meta.url));
/** A folder with a cluster that was made once and stopped: tests begin with a copy. */
let made: string;
let dataDir: string;
let parents: ChildProcess[];

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'tidings-postgres-'));
  await (await startEmbeddedPostgres(made, log)).stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  // Of mode 0700: as root, the user that PostgreSQL runs as cannot enter it.
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-postgres-'));
  await promisify(execFile)('cp', ['-a', join(made, 'postgres'), dataDir]);
  parents = [];
});
afterEach(async () => {
  for (const parent of parents) await kill(parent);
  const left = await stat(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')).catch(() => null);
  if (left) await (await start()).stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres(dataDir, log);

async function startElsewhere(): Promise<{ parent: ChildProcess; url?: string; refusal?: string }> {
  const parent = fork(program, [dataDir], { execArgv: [], detached: true });
  parents.push(parent);
  const [message] = await once(parent, 'message');
  return { parent, ...message };
}

async function kill(parent: ChildProcess): Promise<void> {
  if (parent.exitCode !== null || parent.signalCode !== null) return;
  parent.kill('SIGKILL');
  await once(parent, 'exit');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const portOf = (url: string | undefined) => new URL(url ?? '').port;

test('it speaks UTF-8, sorts by code point and has what the search needs', async () => {
  const { url, stop } = await start();
  await query(url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin');
  expect(
    await query(
      url,
      "SELECT lower('ÉCLAIR') AS lower, 'B' < 'a' AS sorts, current_setting('server_encoding') AS encoding",
    ),
  ).toEqual([{ lower: 'éclair', sorts: true, encoding: 'UTF8' }]);
  await stop();
});

test('it is reached over the loopback interface and with its password alone, which is for its owner alone', async () => {
  const { url, stop } = await start();
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password');
  expect(
    await query(url, "SELECT current_setting('listen_addresses') AS at, current_setting('fsync') AS fsync"),
  ).toEqual([{ at: '127.0.0.1', fsync: 'on' }]);
  expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  await stop();
});

test('rows outlast a stop, which takes under three seconds with connections open', async () => {
  const first = await start();
  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE kept AS SELECT 1 AS one');
  const begun = performance.now();
  await first.stop();
  expect(performance.now() - begun).toBeLessThan(3_000);
  const second = await start();
  expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('a server whose process was killed is taken over as it is', async () => {
  const { parent, url = '' } = await startElsewhere();
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
  const [before] = await query(url, 'SELECT pg_postmaster_start_time() AS at');
  await kill(parent);
  const adopted = await start();
  expect(portOf(adopted.url)).toBe(portOf(url));
  expect(await query(adopted.url, 'SELECT pg_postmaster_start_time() AS at FROM kept')).toEqual([before]);
  await adopted.stop();
});

test('a server that was killed too recovers what was committed', async () => {
  const { parent, url = '' } = await startElsewhere();
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
  await kill(parent);
  const [pid] = (await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const recovered = await start();
  expect(await query(recovered.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  await recovered.stop();
});

test('the process id of a dead server that went to another process does not stop a start', async () => {
  await (await start()).stop();
  const lines = [process.pid, '/proc/self/cwd', 1, 5432, '', '127.0.0.1', '1 1', 'ready'];
  await writeFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${lines.join('\n')}\n`);
  const started = await start();
  expect(await query(started.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await started.stop();
});

test("a terminal's Ctrl-C does not reach the server", async () => {
  const { parent, url = '' } = await startElsewhere();
  process.kill(-Number(parent.pid), 'SIGINT');
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a second Tidings on the folder is refused, and the first one goes on', async () => {
  const first = await startElsewhere();
  await expect(start()).rejects.toThrow('Another Tidings is running');
  expect(await query(first.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('of two that start at once in an empty folder one gets it, and nothing is left over', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true });
  const both = await Promise.all([startElsewhere(), startElsewhere()]);
  expect(both.filter(({ url }) => url !== undefined)).toHaveLength(1);
  expect(both.find(({ url }) => url === undefined)?.refusal).toContain('Another Tidings is running');
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

test('a first start that is killed in the middle does not spoil the next', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true });
  const parent = fork(program, [dataDir], { execArgv: [], detached: true });
  parents.push(parent);
  for (let begun = false; !begun; ) begun = (await readdir(dataDir)).length > 0;
  await kill(parent);
  const started = await start();
  expect(await query(started.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await started.stop();
});
