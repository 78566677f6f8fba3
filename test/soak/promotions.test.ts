/**
 * Promotions of a standby under load, with relays and outages of several lengths: nothing is lost, nothing goes out
 * twice, and all comes back by itself (docs/rules.md#known-outcomes, #message-leases, #confirmed-leases).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipientOf } from '../bench/kit/load-requests.ts';
import { makePlatform } from '../bench/kit/make-platform.ts';
import { beginSession, openClient } from '../support/open-client.ts';
import { type ServedProcess, startServedProcess } from '../support/served-process.ts';
import { openStandbyPair, type StandbyPair } from '../support/standby-pair.ts';
import { startTimedRelay, type TimedRelay } from '../support/timed-relay.ts';
import { startEmitLoad } from './emit-load.ts';
import { isWhole } from './share.ts';

/** Length of the outage, and time that the relay takes for a mail; seconds. */
const rounds: readonly (readonly [outage: number, relay: number])[] = isWhole
  ? [
      [3, 0.1],
      [12, 0.5],
      [16, 1.5],
      [46, 5],
      [3, 5],
      [12, 1.5],
      [16, 0.1],
      [46, 0.5],
      [16, 5],
      [46, 1.5],
    ]
  : [
      [3, 5],
      [12, 1.5],
    ];
/** Emits a second. */
const rate = isWhole ? 200 : 40;
/** Within which emits are accepted and mail goes out again, once the database takes writes; milliseconds. */
const backWithin = 2_000;
/**
 * Under load before each outage; seconds. A standby that nobody has looked at since its start would count as a restore
 * (docs/rules.md#restored-database).
 */
const before = 12;
/** Until the first outage, whose standby was there first; seconds. */
const beforeFirst = 4;
/** Until all mail is out, with the slowest relay; milliseconds. */
const patience = 900_000;
/** Between two lines about what is left; milliseconds. */
const tellEvery = 30_000;

let pair: StandbyPair;
let relay: TimedRelay;
let services: readonly ServedProcess[] = [];
let apiKey: string;
/** Milliseconds. */
let relayTakes = 0;
/** When the first mail since the last promotion began. */
let firstMail = 0;

beforeAll(async () => {
  pair = await openStandbyPair();
  relay = await startTimedRelay({
    pause: async (step) => {
      if (step === 'MAIL') firstMail = Math.min(firstMail, performance.now());
      if (step === 'end') await sleep(relayTakes);
    },
  });
  const start = () => startServedProcess({ databaseUrl: pair.url, relayPort: relay.port });
  // The first one migrates.
  const first = await start();
  services = [first, await start()];
  const pool = new pg.Pool({ connectionString: pair.primaryUrl(), onConnect: beginSession });
  ({ apiKey } = await makePlatform(first, pool));
  await pool.end();
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await relay?.stop();
  await pair?.stop();
});

/** The code of a logged error, or its name. */
function errorOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  return String(Object.entries(error).find(([key]) => key === 'code' || key === 'name')?.[1] ?? '');
}

/** Prints what the mails wait for that have not come. */
async function tellWaiting(client: pg.Client, left: number): Promise<void> {
  const { rows } = await client.query(
    `SELECT state, count(*)::int, min(due_at), max(due_at), max(attempt_number), now() FROM messages
     WHERE state <> 'delivered' GROUP BY state`,
  );
  process.stdout.write(`${left} mails have not come: ${JSON.stringify(rows)}\n`);
}

/** The first of the times since `since`; infinite when there is none. */
function firstSince(since: number, times: Iterable<number>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const time of times) if (time >= since && time < first) first = time;
  return first;
}

test(`${rounds.length} promotions under ${rate} emits a second`, async () => {
  const load = startEmitLoad({ urls: services.map(({ url }) => url), apiKey, rate });
  const back: number[] = [];
  try {
    for (const [round, [outage, relayTime]] of rounds.entries()) {
      relayTakes = relayTime * 1_000;
      await sleep((round === 0 ? beforeFirst : before) * 1_000);
      const cutAt = performance.now();
      await pair.cut();
      await sleep(outage * 1_000);
      const promoting = performance.now();
      firstMail = Number.POSITIVE_INFINITY;
      await pair.promote();
      const promoted = performance.now();
      const accepted = () => firstSince(promoting, load.accepted.values()) - promoted;
      const mailed = () =>
        firstSince(
          promoting,
          [...relay.heard.values()].flatMap(({ named }) => named),
        ) - promoted;
      await expect.poll(() => Math.max(accepted(), mailed()), { interval: 20 }).toBeLessThan(Number.POSITIVE_INFINITY);
      // A relay that takes longer than the outage still has mails of before in hand, on every connection that it gives.
      const held = Math.max(0, relayTakes - (promoted - cutAt));
      back.push(accepted(), mailed() - held);
      process.stdout.write(
        `outage of ${((promoted - cutAt) / 1_000).toFixed(1)} s, relay of ${relayTime} s: first emit accepted ` +
          `${Math.round(accepted())} ms and first mail ${Math.round(mailed())} ms after the promotion\n`,
      );
      if (round < rounds.length - 1) await pair.renew();
    }
    // What waits has seen the slow relays.
    relayTakes = 0;
    await load.end();
  } finally {
    await load.close();
  }
  const numbers = Array.from({ length: load.emitted() }, (_none, n) => n);
  const mailsOf = (n: number) => relay.heard.get(recipientOf(n))?.ended.length ?? 0;
  const lost = () => numbers.filter((n) => mailsOf(n) === 0).length;
  const client = await openClient(pair.primaryUrl());
  const told = setInterval(() => void tellWaiting(client, lost()), tellEvery);
  const mailedTwice = () => numbers.filter((n) => mailsOf(n) > 1);
  try {
    await expect.poll(lost, { timeout: patience, interval: 500 }).toBe(0);
    const states = async () => (await client.query('SELECT state, count(*)::int FROM messages GROUP BY state')).rows;
    await expect
      .poll(states, { timeout: patience, interval: 500 })
      .toEqual([{ state: 'delivered', count: numbers.length }]);
    // When a mail went out twice, and what each attempt said.
    const { rows } = await client.query(
      `SELECT m.created_at, m.lost_leases, m.ended_at,
              (SELECT json_agg(json_build_array(a.number, a.at, a.duration_ms, a.outcome, a.reply_code) ORDER BY a.number)
               FROM message_attempts a WHERE a.workspace_id = m.workspace_id AND a.message_id = m.id) AS attempts
       FROM messages m WHERE m.recipient = ANY ($1) ORDER BY m.created_at LIMIT 20`,
      [mailedTwice().map(recipientOf)],
    );
    for (const row of rows) process.stdout.write(`twice: ${JSON.stringify(row)}\n`);
  } finally {
    clearInterval(told);
    await client.end();
  }
  const twice = mailedTwice();
  for (const [n, service] of services.entries()) {
    const lines = Object.entries(Object.groupBy(service.log(), ({ msg }) => String(msg)));
    for (const [msg, said = []] of lines) process.stdout.write(`process ${n}: ${said.length} times "${msg}"\n`);
    // What a request met that is no outage, of the first ones.
    const faults = service.log().filter(({ msg }) => msg === 'A request failed');
    for (const { time, err } of faults.slice(0, 3))
      process.stdout.write(`process ${n}: ${time} ${JSON.stringify(err)}\n`);
    if (twice.length === 0) continue;
    // What it said about its results, with the second.
    const results = service.log().filter(({ msg }) => /result|lease|turn/.test(String(msg)));
    const bySecond = Object.groupBy(results, ({ time, msg, err }) =>
      [new Date(Number(time)).toISOString().slice(11, 19), msg, errorOf(err)].join(' '),
    );
    for (const [words, said = []] of Object.entries(bySecond))
      process.stdout.write(`process ${n}: ${words} (${said.length})\n`);
  }
  process.stdout.write(
    `${numbers.length} emits accepted, ${lost()} lost, ${twice.length} twice; ` +
      `answers: ${JSON.stringify(Object.fromEntries(load.statuses))}\n`,
  );
  expect(relay.heard.size).toBe(numbers.length);
  expect(twice).toEqual([]);
  // Refused or accepted, but never without an answer.
  expect([...load.statuses.keys()].filter((status) => ![200, 202, 503].includes(status))).toEqual([]);
  if (isWhole) expect(Math.max(...back)).toBeLessThanOrEqual(backWithin);
});
