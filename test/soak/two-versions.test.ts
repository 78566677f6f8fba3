/**
 * A rolling upgrade under load (docs/upgrading.md): two processes of the version before, the migrations of this version and
 * one of each kind, then one process after the other becomes this version. No caller sees an error, nothing is lost,
 * nothing goes out twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { recipientOf } from '../bench/kit/load-requests.ts';
import { makePlatform } from '../bench/kit/make-platform.ts';
import { laterMigrations } from '../prisma/kinds-of-migrations.ts';
import { beginSession } from '../support/open-client.ts';
import { type ServedProcess, startServedProcess } from '../support/served-process.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';
import { startTimedRelay, type TimedRelay } from '../support/timed-relay.ts';
import { startRestartCallers } from './restart-callers.ts';
import { isWhole } from './share.ts';
import { type VersionBefore, versionBefore } from './version-before.ts';

/** Callers of each kind, and between an answer and the next request; milliseconds. */
const callers = isWhole ? 6 : 2;
const pause = 100;
/** Under load between two changes; seconds. */
const between = isWhole ? 20 : 2;
const env = { STOP_DELAY: '3', STOP_GRACE: '60' };
/** Until all mail is out; milliseconds. */
const patience = 300_000;

let database: TestDatabase;
let pool: pg.Pool;
let relay: TimedRelay;
let before: VersionBefore;
let pair: ServedProcess[] = [];

const start = (more: { readonly bundle?: string; readonly port?: number } = {}) =>
  startServedProcess({ databaseUrl: database.url, relayPort: relay.port, env, ...more });

beforeAll(async () => {
  before = await versionBefore();
  database = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: database.url, onConnect: beginSession });
  relay = await startTimedRelay({ pause: async () => undefined });
  pair = await Promise.all([start({ bundle: before.bundle }), start({ bundle: before.bundle })]);
});

afterAll(async () => {
  await Promise.all(pair.map((service) => service.kill()));
  await relay?.stop();
  await pool?.end();
  await database?.drop();
  await before?.remove();
});

test('a rolling upgrade with a migration of each kind shows no caller an error', async () => {
  const [one] = pair;
  if (!one) throw new Error('There are two processes');
  const { apiKey } = await makePlatform(one, pool);
  const written = await laterMigrations();
  const load = startRestartCallers({ urls: pair.map(({ url }) => url), apiKey, first: 0, callers, pause });
  const began = performance.now();
  let migrated: readonly string[] = [];
  try {
    await sleep(between * 1_000);
    ({ applied: migrated } = await migrate(database.url, undefined, { folder: written.folder }));
    await sleep(between * 1_000);
    for (const [which, old] of pair.entries()) {
      expect(await old.stop(), 'a planned stop ends well').toBe(0);
      pair[which] = await start({ port: old.port });
      await sleep(between * 1_000);
    }
  } finally {
    await load.end();
    await written.remove();
  }
  const { accepted, faults } = load;
  const mailsOf = (n: number) => relay.heard.get(recipientOf(n))?.ended.length ?? 0;
  await expect
    .poll(() => [...accepted].filter((n) => mailsOf(n) === 0).length, { timeout: patience, interval: 200 })
    .toBe(0);
  const twice = [...accepted].filter((n) => mailsOf(n) > 1);
  process.stdout.write(
    `from ${before.tag ?? 'the present code'}: ${migrated.length} migrations, ${accepted.size} emits accepted in ` +
      `${((performance.now() - began) / 1_000).toFixed(0)} s, ${faults.length} faults, ${twice.length} twice\n`,
  );
  expect(migrated.length).toBeGreaterThan(2);
  expect(accepted.size).toBeGreaterThan(callers);
  expect(faults).toEqual([]);
  expect(twice).toEqual([]);
});
