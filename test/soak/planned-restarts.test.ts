/**
 * Planned stops and restarts under load, one process of two after the other (docs/rules.md#planned-stop): nothing is lost,
 * nothing goes out twice, and no caller sees an error, whether it keeps its connection or not.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipientOf } from '../bench/kit/load-requests.ts';
import { type BenchPlatform, makePlatform } from '../bench/kit/make-platform.ts';
import { beginSession } from '../support/open-client.ts';
import { type ServedProcess, startServedProcess } from '../support/served-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { startTimedRelay, type TimedRelay } from '../support/timed-relay.ts';
import { startRestartCallers } from './restart-callers.ts';
import { isWhole } from './share.ts';

/** Time that the relay takes for a mail; seconds. */
const relays = [0.1, 6];
const restarts = isWhole ? 4 : 1;
/** Callers of each kind, and between an answer and the next request; milliseconds. */
const callers = isWhole ? 6 : 2;
const pause = 100;
/** Under load between two restarts; seconds. */
const between = isWhole ? 5 : 1;
/**
 * Seconds: the callers notice within a fraction of the delay that a process is not ready. The grace holds a mail of the
 * slow relay even where the machine is busy.
 */
const env = { STOP_DELAY: '3', STOP_GRACE: '60' };
/** Until all mail is out; milliseconds. */
const patience = 300_000;

let database: TestDatabase;
let pool: pg.Pool;
let relay: TimedRelay;
let platform: BenchPlatform;
let pair: ServedProcess[] = [];
/** Milliseconds. */
let relayTakes = 0;
let first = 0;

const start = (port?: number) =>
  startServedProcess({
    databaseUrl: database.url,
    relayPort: relay.port,
    env,
    ...(port === undefined ? {} : { port }),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, onConnect: beginSession });
  relay = await startTimedRelay({ pause: async (step) => void (step === 'end' && (await sleep(relayTakes))) });
  pair = await Promise.all([start(), start()]);
  const [one] = pair;
  if (!one) throw new Error('There are two processes');
  platform = await makePlatform(one, pool);
});

afterAll(async () => {
  await Promise.all(pair.map((service) => service.kill()));
  await relay?.stop();
  await pool?.end();
  await database?.drop();
});

test.for(relays)(`${restarts} restarts with a relay of %d s`, async (seconds) => {
  relayTakes = seconds * 1_000;
  const load = startRestartCallers({
    urls: pair.map(({ url }) => url),
    apiKey: platform.apiKey,
    first,
    callers,
    pause,
  });
  let longest = 0;
  try {
    for (let restart = 0; restart < restarts; restart += 1) {
      await sleep(between * 1_000);
      const which = restart % pair.length;
      const stopped = pair[which];
      if (!stopped) throw new Error('There are two processes');
      const began = performance.now();
      expect(await stopped.stop(), 'a planned stop ends well').toBe(0);
      longest = Math.max(longest, performance.now() - began);
      // What would go out twice is told.
      expect(stopped.log().filter(({ msg }) => /may go out twice/.test(String(msg)))).toEqual([]);
      pair[which] = await start(stopped.port);
    }
    await sleep(between * 1_000);
  } finally {
    await load.end();
  }
  const { accepted, faults } = load;
  const mailsOf = (n: number) => relay.heard.get(recipientOf(n))?.ended.length ?? 0;
  const lost = () => [...accepted].filter((n) => mailsOf(n) === 0).length;
  await expect.poll(lost, { timeout: patience, interval: 200 }).toBe(0);
  const states = async () => (await pool.query('SELECT DISTINCT state FROM messages')).rows;
  await expect.poll(states, { timeout: patience, interval: 200 }).toEqual([{ state: 'delivered' }]);
  const twice = [...accepted].filter((n) => mailsOf(n) > 1);
  process.stdout.write(
    `${restarts} restarts, relay of ${seconds} s: ${accepted.size} emits accepted, ${faults.length} faults, ` +
      `${lost()} lost, ${twice.length} twice; ${load.connections()} kept connections, ` +
      `the longest stop took ${(longest / 1_000).toFixed(1)} s\n`,
  );
  first = Math.max(...accepted) + 1;
  expect(accepted.size).toBeGreaterThan(restarts * callers);
  expect(load.connections()).toBeGreaterThan(callers);
  expect(faults).toEqual([]);
  expect(twice).toEqual([]);
});
