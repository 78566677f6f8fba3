/**
 * Two processes on one database, one of them with a wrong clock, by Debian's libfaketime (docs/rules.md#one-clock):
 * nothing goes out twice, nothing waits, and rows are dated by the database.
 */
import { globSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipientOf, requestOf } from '../bench/kit/load-requests.ts';
import { type BenchPlatform, makePlatform } from '../bench/kit/make-platform.ts';
import { beginSession } from '../support/open-client.ts';
import { runService } from '../support/run-service.ts';
import { type ServedProcess, startServedProcess } from '../support/served-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { startTimedRelay, type TimedRelay } from '../support/timed-relay.ts';

const hour = 3_600;
/** Emits of one round, half of them by each process. */
const emits = 20;
/** Time that the relay takes for a mail; milliseconds. The lease of a mail that takes over a second is renewed. */
const relayTakes = 1_500;
/** The clock jumps so often, between two emits. */
const jumps = [20, -20, hour, -hour, 20, -hour, hour, 0];
/** Seconds by which a row may be dated off; the database dates them. */
const datedWithin = 5;

let folder: string;
let offsetFile: string;
let library: string;
let database: TestDatabase;
let pool: pg.Pool;
let relay: TimedRelay;
let sound: ServedProcess;
let wrong: ServedProcess;
let platform: BenchPlatform;
let emitted = 0;

/** What libfaketime needs: offsets of the file hold at once, and durations stay true. */
const fake = () => ({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: offsetFile,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

/** By seconds. A half-written file would be read. */
async function setOffset(seconds: number): Promise<void> {
  await writeFile(`${offsetFile}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s\n`);
  await rename(`${offsetFile}.new`, offsetFile);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-clock-'));
  offsetFile = join(folder, 'offset');
  const [found] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (found === undefined) throw new Error('libfaketime is not where Debian puts it');
  library = found;
  await setOffset(0);
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, onConnect: beginSession });
  relay = await startTimedRelay({ pause: async (step) => void (step === 'end' && (await sleep(relayTakes))) });
  const at = { databaseUrl: database.url, relayPort: relay.port };
  [sound, wrong] = await Promise.all([
    startServedProcess(at),
    startServedProcess({ ...at, env: { ...fake(), LOG_LEVEL: 'info' } }),
  ]);
  platform = await makePlatform(sound, pool);
});

afterAll(async () => {
  await Promise.all([sound?.kill(), wrong?.kill()]);
  await relay?.stop();
  await pool?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function emitSome(between: () => Promise<void> = async () => undefined): Promise<readonly number[]> {
  const numbers = Array.from({ length: emits }, (_none, n) => emitted + n);
  emitted += emits;
  for (const n of numbers) {
    const { path, body } = requestOf('emit', n);
    const response = await fetch(`${(n % 2 ? wrong : sound).url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${platform.apiKey}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(202);
    await response.arrayBuffer();
    await between();
  }
  return numbers;
}

/** The last line of the process about its clock; whole seconds. */
const toldOffset = () => {
  const told = wrong.log().findLast(({ offsetMs }) => offsetMs !== undefined);
  return told === undefined ? 0 : Math.round(Number(told.offsetMs) / 1_000);
};
const mailsOf = (n: number) => relay.heard.get(recipientOf(n))?.ended.length ?? 0;

async function allArriveOnce(numbers: readonly number[]): Promise<void> {
  await expect.poll(() => numbers.filter((n) => mailsOf(n) === 0)).toEqual([]);
  const states = async () => (await pool.query('SELECT DISTINCT state FROM messages')).rows;
  await expect.poll(states).toEqual([{ state: 'delivered' }]);
  expect(numbers.filter((n) => mailsOf(n) > 1)).toEqual([]);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS off FROM messages
     WHERE created_at NOT BETWEEN clock_timestamp() - interval '10 minutes' AND clock_timestamp()
       OR abs(extract(epoch FROM ended_at - created_at)) > 120 OR attempt_number <> 1`,
  );
  expect(rows).toEqual([{ off: 0 }]);
}

test.for([20, -20, hour, -hour])('a clock that is off by %d s', async (seconds) => {
  await setOffset(seconds);
  // It has heard it from the database.
  await expect.poll(() => Math.abs(toldOffset() - seconds)).toBeLessThanOrEqual(datedWithin);
  const isFar = Math.abs(seconds) === hour;
  const notice = async () => ((await (await fetch(`${wrong.url}/health`)).json()) as { notice?: string }).notice;
  await expect.poll(notice).toEqual(isFar ? expect.stringMatching(/clock/) : undefined);
  await allArriveOnce(await emitSome());
});

test('a clock that jumps', async () => {
  let jump = 0;
  const numbers = await emitSome(async () => {
    await setOffset(jumps[jump % jumps.length] ?? 0);
    jump += 1;
    await sleep(100);
  });
  await allArriveOnce(numbers);
  await setOffset(0);
  await expect.poll(() => Math.abs(toldOffset())).toBeLessThanOrEqual(datedWithin);
  await allArriveOnce(await emitSome());
});

test.for([hour, -hour])('a process that is off by %d s at its start refuses, and says why', async (seconds) => {
  await setOffset(seconds);
  const refused = await runService({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tidings.test',
    ROLES: 'worker',
    PROCESSES: '1',
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key of thirty-two characters at least',
    OPERATOR_TOKEN: sound.operatorToken,
    TRANSPORT: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    SPF_VALUE: 'ip4:127.0.0.1',
    DATA_DIR: folder,
    ...fake(),
  });
  expect(await refused.ended).toBe(1);
  expect(refused.complained()).toMatch(/clock of this machine is 3[56]\d\d seconds (?:ahead of|behind) the database's/);
});
