/** What the log says of an outage (docs/rules.md#outages-in-the-log), with a database that goes away and comes back. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createOutages, summaryEvery } from '../../../src/db/connections/outages.ts';
import { type Db, openDb } from '../../../src/db/connections/pool.ts';
import { pulseName } from '../../../src/db/connections/pulse.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { wireTo } from '../../support/wire.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** More than the time that an error waits for the pulse, and than the time after an outage; milliseconds. */
const soon = 3_000;
const failures = 40;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly failed?: Readonly<Record<string, number>>;
  readonly [field: string]: unknown;
}

/** Server processes of the connections of pulses. */
async function pulses(db: Db): Promise<readonly number[]> {
  const { rows } = await db.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE '${pulseName}%'`,
  );
  return rows.map(({ pid }) => pid);
}

/** A database behind a wire, and the log of what works with it, whose time can be moved on. */
async function onWire({ level = 'info', tellsBeginning = true } = {}) {
  const url = new URL(database.url);
  const wire = await wireTo(Number(url.port));
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  const lines: Line[] = [];
  let ahead = 0;
  const outages = createOutages({
    log: createLog(level, { write: (line) => lines.push(JSON.parse(line)) }),
    isAnswering: () => db.isAnswering(),
    now: () => performance.now() + ahead,
    tellsBeginning,
  });
  const { log } = outages;
  const db = openDb({
    url: url.href,
    connections: 4,
    onError: (err) => log.warn({ err }, 'idle connection lost'),
    watch: outages.watch,
  });
  await db.pool.query('SELECT 1');
  onTestFinished(async () => {
    outages.stop();
    await db.close();
    await wire.cut();
  });
  return {
    db,
    wire,
    log,
    lines,
    outages,
    /** The texts of the lines so far. */
    said: () => lines.map(({ msg }) => msg),
    later: (milliseconds: number) => {
      ahead += milliseconds;
    },
    async fail(message: string) {
      const err = await db.pool.query('SELECT 1').then(
        () => null,
        (error: unknown) => error,
      );
      expect(err).toBeInstanceOf(Error);
      log.warn({ err }, message);
    },
  };
}

const begins = 'the database is gone: an outage begins';
const lasts = 'the database is still gone';
const ends = 'the database is back: the outage is over';

test('an outage is a line at its beginning, one each minute and one at its end, with counts of what failed', async () => {
  const { wire, lines, said, later, fail } = await onWire();
  await wire.cut();
  for (let n = 0; n < failures; n += 1) await fail('a sweep failed');
  await expect.poll(said).toContain(begins);
  for (let n = 0; n < failures; n += 1) await fail('a write failed');
  later(summaryEvery);
  await expect.poll(said).toContain(lasts);
  await wire.mend();
  later(0);
  await expect
    .poll(() => {
      later(soon);
      return said();
    })
    .toContain(ends);
  expect(said()).toEqual([begins, lasts, ends]);
  const [first, summary, last] = lines;
  // The pulse meets the end of its connection, which has no code, or the refusal of its next one.
  expect(first).toMatchObject({ level: 50, err: { name: 'Error' } });
  expect(summary).toMatchObject({ level: 40, failed: { 'a sweep failed': failures, 'a write failed': failures } });
  expect(last).toMatchObject({ failed: { 'a sweep failed': failures, 'a write failed': failures } });
  expect(last?.durationMs).toBeGreaterThanOrEqual(summaryEvery);
});

test('at the level debug each of the lines is there', async () => {
  const { wire, lines, said, fail } = await onWire({ level: 'debug' });
  await wire.cut();
  await fail('before it is known');
  await expect.poll(said).toContain(begins);
  await fail('after it is known');
  const kept = lines.filter(({ level }) => level === 20).map(({ msg }) => msg);
  expect(kept).toEqual(expect.arrayContaining(['before it is known', 'after it is known']));
});

test('an error that no outage explains has its line at once, also in an outage', async () => {
  const { wire, log, lines, said } = await onWire();
  await wire.cut();
  await expect.poll(said).toContain(begins);
  const before = lines.length;
  log.error({ err: new TypeError('no such thing') }, 'a bug');
  log.warn({ err: Object.assign(new Error('disk'), { code: '53100' }) }, 'a full disk');
  log.warn({ lines: 3 }, 'no error');
  log.warn({ queue: 'sending', err: { code: '08006', message: 'gone', stack: '' } }, 'what pg-boss reports');
  expect(lines.slice(before).map(({ msg }) => msg)).toEqual(['a bug', 'a full disk', 'no error']);
});

test('without an outage an error waits two seconds for its line, and a stop writes it at once', async () => {
  const { log, said, later, outages } = await onWire();
  const err = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  log.warn({ err }, 'one that breaks');
  expect(said()).toEqual([]);
  later(soon);
  await expect.poll(said).toEqual(['one that breaks']);
  log.warn({ err }, 'another');
  outages.stop();
  log.warn({ err }, 'a last one');
  expect(said()).toEqual(['one that breaks', 'another', 'a last one']);
});

test('more errors than are kept for two seconds have their lines: none is lost', async () => {
  const { log, lines, outages } = await onWire();
  const err = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const many = 2_000;
  for (let n = 0; n < many; n += 1) log.warn({ err, n }, 'one of many');
  outages.stop();
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: many }, (_, n) => n));
});

test('connections that break and come back at once are one line', async () => {
  const { db, lines, said, later, log } = await onWire();
  // The first answer of the pulse.
  await expect.poll(() => pulses(db)).toHaveLength(1);
  const [broken] = await pulses(db);
  const { rows } = await db.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const err = Object.assign(new Error('terminating connection'), { code: '57P01' });
  for (let n = 0; n < failures; n += 1) log.warn({ err }, 'a request failed');
  await db.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> $1',
    [rows[0]?.pid],
  );
  await expect
    .poll(async () => {
      // The one that broke can still be listed for a moment.
      const [pulse = broken] = await pulses(db);
      if (pulse !== broken) later(soon);
      return said();
    })
    .toEqual(['connections to the database broke and came back']);
  expect(lines[0]).toMatchObject({ failed: { 'a request failed': failures } });
});

test('a thread leaves the beginning to its process, and says at the end what failed by it', async () => {
  const { db, wire, said, later, fail } = await onWire({ tellsBeginning: false });
  await wire.cut();
  await expect.poll(() => db.isAnswering()).toBe(false);
  await fail('a query failed');
  await wire.mend();
  await expect
    .poll(() => {
      later(soon);
      return said();
    })
    .toEqual([ends]);
});
