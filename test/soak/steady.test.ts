/**
 * 500 emits a second in an open loop for ten minutes, two processes that accept and send, as `npm start` runs them on two
 * cores: nothing is refused, no mail waits longer than two seconds, neither the backlog nor the memory grows. The same
 * with two processes that accept and two that send, at the rate that two cores hold then. A short run has half of the
 * rates, which a slow machine holds beside other work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { median, percentile } from '../bench/kit/figures.ts';
import { recipientOf } from '../bench/kit/load-requests.ts';
import { processTree, residentMemory } from '../bench/kit/process-tree.ts';
import { withProcessorUse } from '../bench/kit/processor-use.ts';
import { startLoad } from '../bench/kit/start-load.ts';
import { startService } from '../bench/kit/start-service.ts';
import { openSendingLab, type SendingLab } from './sending-lab.ts';
import { isWhole, ofWhole } from './share.ts';

/** From the planned time of the emit to `DATA` at the sink; milliseconds. */
const waitMax = 2_000;
/** Accepted messages that have not left; seconds of emits. */
const backlogMax = 2;
/** Median memory of the last fifth of the run beside that of the second fifth. */
const growthMax = 1.2;
/** Between two looks at the memory; milliseconds. */
const lookEvery = 1_000;
/** Looks at the memory for each look at the backlog, which costs PostgreSQL more than a statement of the service. */
const looksABacklog = 5;
/** After the last emit, until the last mail has left; seconds. */
const patience = 120;
const env = { PROCESSES: '2' };

interface Arrangement {
  readonly name: string;
  readonly apart: boolean;
  /** Emits a second. */
  readonly rate: number;
  readonly seconds: number;
}

const rateOf = (whole: number) => (isWhole ? whole : whole / 2);

const arrangements: readonly Arrangement[] = [
  { name: 'two processes that accept and send', apart: false, rate: rateOf(500), seconds: ofWhole(600) },
  { name: 'two that accept, two that send', apart: true, rate: rateOf(350), seconds: ofWhole(120) },
];

let place: SendingLab;
beforeEach(async () => {
  place = await openSendingLab();
});
afterEach(() => place.lab.end());

test.each(arrangements)('$rate emits a second for $seconds s: $name', async ({ apart, rate, seconds }) => {
  const { lab, postgres, database, sink, apiKey } = place;
  const needs = { databaseUrl: database.url, relayPort: sink.port, env };
  const api = await startService(lab, { ...needs, roles: apart ? 'api' : 'api,worker' });
  const services = apart ? [api, await startService(lab, { ...needs, roles: 'worker' })] : [api];
  const [, sending = api] = services;
  const load = await startLoad(lab);
  const where = { url: api.url, apiKey, kind: 'emit' } as const;
  // Code is compiled and statements are planned.
  const { planned: before } = await load.open(where, { rate: rate / 2, seconds: 5 });
  await sink.waitFor(before, patience);
  await database.pool.query('ANALYZE');
  await sink.record();

  const memory: number[] = [];
  const backlogs: number[] = [];
  let over = false;
  const watch = async () => {
    for (; !over; await sleep(lookEvery)) {
      if (memory.length % looksABacklog === 0) {
        const { rows } = await database.pool.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM messages WHERE state IN ('queued', 'sending')`,
        );
        backlogs.push(rows[0]?.n ?? 0);
      }
      memory.push(residentMemory(services.flatMap(({ pid }) => processTree(pid))));
    }
  };
  const watching = watch();
  // Rejects when one emit was not answered 202.
  const { result, note } = await withProcessorUse(
    {
      ...(apart ? { accepting: api.pid, sending: sending.pid } : { service: api.pid }),
      PostgreSQL: postgres.pid,
      sink: sink.pid,
      load: load.pid,
    },
    () => load.open(where, { rate, seconds }),
  );
  const { plannedAt, planned, unfinished, p99, longest } = result;
  over = true;
  await watching;
  await sink.waitFor(before + planned, patience);
  const data = await sink.recorded();
  const waits = plannedAt.map(([n, at]) => (data.get(recipientOf(n)) ?? Number.POSITIVE_INFINITY) - at);
  const longestWait = Math.round(percentile(waits, 1));
  const backlog = percentile(backlogs, 1);
  const fifth = Math.floor(memory.length / 5);
  const memoryOf = (part: number) => median(memory.slice(part * fifth, (part + 1) * fifth));
  const [early, late] = [memoryOf(1), memoryOf(4)];
  process.stdout.write(
    `${planned} emits, ${rate} a second: answered within ${Math.round(p99)} ms (p99), ${Math.round(longest)} ms (all); ` +
      `longest wait of a mail ${longestWait} ms (median ${Math.round(median(waits))}); backlog at most ${backlog}; ` +
      `memory of all processes ${Math.round(early)} MB, then ${Math.round(late)} MB; ${note}\n`,
  );
  expect(unfinished).toBe(0);
  expect(await sink.taken()).toBe(before + planned);
  expect(
    waits.filter((wait) => !Number.isFinite(wait)),
    'mails that never left',
  ).toEqual([]);
  if (isWhole) {
    expect(longestWait).toBeLessThanOrEqual(waitMax);
    expect(backlog).toBeLessThanOrEqual(backlogMax * rate);
  }
  expect(late / early).toBeLessThanOrEqual(growthMax);
});
