/**
 * Two processes send to exchangers with limits of five kinds (docs/rules.md#exchanger-pace), in a time that the test moves:
 * after the first minute hardly a connection is refused, all mail arrives, and mail to others is as fast as beside as
 * much mail to exchangers without limits.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { shareExchangerPaces } from '../../src/messages/exchangers/share-exchanger-paces.ts';
import { createMxTransport } from '../../src/transport/mx/mx.ts';
import { copyQueued } from '../support/copy-queued.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { type Limit, type LimitingExchangers, limits, startLimitingExchangers } from './limiting-exchangers.ts';
import { isWhole, ofWhole } from './share.ts';

/** Time of the service between two turns; milliseconds. */
const step = 15_000;
const minute = 60_000;
/** So long mail becomes due, in time of the service; minutes. */
const minutes = Math.max(20, ofWhole(100));
/** All mail has arrived within this time of the service; milliseconds. */
const patience = 3 * minutes * minute;
/** Connections of which at most one is refused after the first minute. */
const oneIn = 50;
/** Mails for each exchanger that become due in a minute. `paced` takes 20, and `few` two over a connection. */
const dueInMinute: Readonly<Record<Limit, number>> = { two: 8, quiet: 8, few: 40, closed: 8, paced: 22 };
/** Mails to a neighbour in one step, of a workspace of its own and of the one that has the other mail. */
const neighbours = 5;
/** Steps that are measured beside mail to exchangers without limits, and beside mail to those with limits. */
const rounds = minutes;
/** How much longer a mail to the neighbour may take beside those with limits, on a machine that does nothing else. */
const slowerMax = 1.3;

/** Ids of mail begin with these and the characters that follow them. */
const [digit0, letterA] = [0x30, 0x41];

let world: SendingWorld;
let exchangers: LimitingExchangers;
beforeAll(async () => {
  world = await createSendingWorld();
  exchangers = await startLimitingExchangers(() => world.now().getTime());
});
afterAll(async () => {
  await world.close();
  await exchangers.stop();
});

function startProcess(): App {
  return world.otherApp(
    createMxTransport({
      exchangers: {
        hostsOf: async (domain) => ({ kind: 'hosts', hosts: [`mx.${domain}`], all: true }),
        addressesOf: async (host) => [exchangers.addressOf(host)],
        noneExists: async () => false,
      },
      policies: { enforced: async () => null },
      port: exchangers.port,
      connections: 20,
      clock: { now: world.now, monotonic: () => world.now().getTime() },
      elapsed: () => world.now().getTime(),
      clientName: 'bounces.example.com',
    }),
  );
}

/** One turn of each workspace in each process, as due mail makes them, and what processes tell each other. */
async function takeTurns(apps: readonly App[], workspaces: readonly SendingWorkspace[]): Promise<void> {
  await Promise.all(apps.flatMap((app) => workspaces.map((workspace) => workspace.send(app))));
  for (const app of apps) await shareExchangerPaces(app);
}

/** Emits mail to the neighbour and takes turns; returns the time until each mail arrived, in milliseconds. */
async function measure(apps: readonly App[], workspaces: readonly SendingWorkspace[]): Promise<readonly number[][]> {
  const mails = workspaces.map(() => people(neighbours, 'neighbour.example'));
  for (const [n, workspace] of workspaces.entries()) await workspace.emit(mails[n] ?? []);
  const began = performance.now();
  await takeTurns(apps, workspaces);
  world.advance(step);
  // All have arrived in the one turn that could take them: the time of the service stood still.
  return mails.map((addresses) => addresses.map((address) => (exchangers.arrivals.get(address) ?? Number.NaN) - began));
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Mail for the domain of each limit, due from now on for so many minutes; returns how many each has. */
async function makeMail(
  { ctx, emit }: SendingWorkspace,
  lasts: number,
  domainOf: (limit: Limit) => string,
  /** The first of its series. */
  first: number,
): Promise<Readonly<Record<string, number>>> {
  const { pool } = ctx.app.db;
  await emit(people(1, 'neighbour.example'));
  const { rows } = await pool.query(
    'SELECT idempotency_key AS key FROM messages ORDER BY created_at DESC, id DESC LIMIT 1',
  );
  for (const [series, limit] of limits.entries()) {
    await copyQueued(pool, {
      sample: rows[0].key,
      count: lasts * dueInMinute[limit],
      series: String.fromCharCode(first + series),
      domain: domainOf(limit),
      secondsApart: 60 / dueInMinute[limit],
    });
  }
  return Object.fromEntries(limits.map((limit) => [limit, lasts * dueInMinute[limit]]));
}

/** Whether a message has not ended. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await world.app.db.pool.query(`SELECT FROM messages WHERE state IN ('queued', 'sending') LIMIT 1`);
  return rows.length > 0;
}

test('of exchangers with limits no more than one connection in fifty is refused, and nobody else waits', async () => {
  const apps = [startProcess(), startProcess()];
  const [shop, other] = [await world.workspace(), await world.workspace()];
  const unlimited: (readonly number[][])[] = [];
  const beside: (readonly number[][])[] = [];
  await makeMail(shop, (rounds * step) / minute, (limit) => `${limit}.unlimited.example`, letterA);
  for (let round = 0; round < rounds; round += 1) unlimited.push(await measure(apps, [shop, other]));
  while (await isWaiting()) {
    await takeTurns(apps, [shop]);
    world.advance(step);
  }

  const made = await makeMail(shop, minutes, (limit) => `${limit}.example`, digit0);
  const isDone = () => limits.every((limit) => exchangers.sinks[limit].mails.length === made[limit]);
  const start = world.now().getTime();
  const passed = () => world.now().getTime() - start;
  for (let forgot = false; !isDone() && passed() < patience; ) {
    if (beside.length < rounds) {
      beside.push(await measure(apps, [shop, other]));
    } else {
      await takeTurns(apps, [shop]);
      world.advance(step);
    }
    if (!forgot && passed() >= minute) {
      exchangers.forget();
      forgot = true;
    }
  }

  const all = limits.map((limit) => ({
    limit,
    ...exchangers.counts(limit),
    mails: exchangers.sinks[limit].mails.length,
  }));
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  const timeOf = (measured: readonly (readonly number[][])[], place: number) =>
    Math.round(median(measured.flatMap((times) => times[place] ?? [])));
  const figures = {
    minutes: passed() / minute,
    unlimited: { same: timeOf(unlimited, 0), other: timeOf(unlimited, 1) },
    beside: { same: timeOf(beside, 0), other: timeOf(beside, 1) },
  };
  process.stdout.write(`${JSON.stringify({ ...figures, after: all })}\n`);
  expect(Object.fromEntries(all.map(({ limit, mails }) => [limit, mails]))).toEqual(made);
  expect(sum(({ refused }) => refused) * oneIn).toBeLessThanOrEqual(sum(({ connections }) => connections));
  expect([...unlimited, ...beside].flat(2).every((time) => time > 0)).toBe(true);
  if (isWhole) expect(figures.beside.other).toBeLessThanOrEqual(figures.unlimited.other * slowerMax);
});
