/** The load generator, a process of its own: one connection a request at a time, no pipelining. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { answerQuestions } from '../../../attacks/harness/child.ts';
import { percentile } from '../figures.ts';
import { requestOf } from '../load-requests.ts';
import { createOpenLoop } from '../open-loop.ts';
import type {
  ClosedLoad,
  ClosedResult,
  LoneLoad,
  LoneResult,
  OpenLoad,
  OpenResult,
  TimedLoad,
  Where,
} from '../start-load.ts';

/** An answer may take so long; milliseconds. */
const patience = 30_000;
/** The loop looks for due requests each millisecond, the resolution of timers. */
const tick = 1;
/** Connections of an open loop, at most: more than ever wait at a server that keeps up. */
const openConnections = 512;

/** Milliseconds of a clock that all processes of the machine share. */
const clock = () => Number(process.hrtime.bigint()) / 1e6;

const pools = new Map<string, Pool>();

function poolTo(url: string, connections: number): Pool {
  const key = `${url} ${connections}`;
  const known = pools.get(key);
  if (known) return known;
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: patience, bodyTimeout: patience });
  pools.set(key, pool);
  return pool;
}

/** Calls `done` with null once a 2xx answer has been read, else with what came instead. */
function send(pool: Pool, { kind, apiKey }: Where, n: number, done: (fault: string | null) => void): void {
  const { path, body } = requestOf(kind, n);
  let status = 0;
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart: (_controller, statusCode) => {
      status = statusCode;
    },
    onResponseData: () => undefined,
    onResponseEnd: () => done(status >= 200 && status < 300 ? null : String(status)),
    onResponseError: (_controller, error) => done(error.message),
  };
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  pool.dispatch({ method: 'POST', path, body, headers }, handler);
}

/** Each connection sends its next request when the last one is answered. */
async function closed(load: ClosedLoad): Promise<ClosedResult> {
  const pool = poolTo(load.url, load.connections);
  const started = clock();
  const until = load.seconds === null ? Number.POSITIVE_INFINITY : started + load.seconds * 1_000;
  const last = load.count === null ? Number.POSITIVE_INFINITY : load.first + load.count;
  const latencies: number[] = [];
  const faults: Record<string, number> = {};
  let next = load.first;
  let answered = 0;
  await Promise.all(
    Array.from(
      { length: load.connections },
      () =>
        new Promise<void>((resolve) => {
          const one = () => {
            const sent = clock();
            if (sent >= until || next >= last) return resolve();
            const n = next;
            next += 1;
            send(pool, load, n, (fault) => {
              const now = clock();
              if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1;
              else answered += 1;
              latencies.push(now - sent);
              one();
            });
          };
          one();
        }),
    ),
  );
  return {
    next,
    // Until the last answer: what is under way when the time is over counts with the time it takes.
    rate: answered / ((clock() - started) / 1_000),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    faults,
  };
}

async function open(load: OpenLoad): Promise<OpenResult> {
  const pool = poolTo(load.url, openConnections);
  const start = clock() + tick;
  const loop = createOpenLoop({ rate: load.rate, seconds: load.seconds, start });
  const faults: Record<string, number> = {};
  const giveUp = clock() + load.seconds * 1_000 + patience;
  while (!loop.isOver() && clock() < giveUp) {
    for (const n of loop.due(clock())) {
      loop.sent(n, clock());
      send(pool, load, load.first + n, (fault) => {
        loop.ended(n, clock());
        if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1;
      });
    }
    await sleep(tick);
  }
  const summary = loop.summary(clock());
  const plannedAt = Array.from({ length: summary.planned }, (_none, n): [number, number] => [
    load.first + n,
    start + (n * 1_000) / load.rate,
  ]);
  return { ...summary, plannedAt, next: load.first + summary.planned, faults };
}

/** One request after the other, with a pause between them. */
async function lone(load: LoneLoad): Promise<LoneResult> {
  const pool = poolTo(load.url, 1);
  const faults: Record<string, number> = {};
  const sentAt: [number, number][] = [];
  const latencies: number[] = [];
  for (let n = load.first; n < load.first + load.count; n += 1) {
    const sent = clock();
    sentAt.push([n, sent]);
    const fault = await new Promise<string | null>((resolve) => send(pool, load, n, resolve));
    latencies.push(clock() - sent);
    if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1;
    await sleep(load.pause);
  }
  return { next: load.first + load.count, p50: percentile(latencies, 0.5), sentAt, faults };
}

/** A slow request is not repeated once its times come to this; milliseconds. */
const repeatFor = 4_000;

async function timed({ url, apiKey, requests, rounds }: TimedLoad): Promise<[string, number][]> {
  const pool = poolTo(url, 1);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const times = requests.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { name, method, path, body }] of requests.entries()) {
      const taken = times[index] ?? [];
      if (taken.reduce((sum, time) => sum + time, 0) > repeatFor) continue;
      const started = clock();
      const answer = await pool.request({ method, path, headers, body: body ?? null });
      const text = await answer.body.text();
      taken.push(clock() - started);
      if (answer.statusCode !== 200 || text.includes('"errors"')) {
        throw new Error(`${name} was answered ${answer.statusCode}: ${text.slice(0, 500)}`);
      }
    }
  }
  return requests.map(({ name }, index) => [name, percentile(times[index] ?? [], 0.5)]);
}

answerQuestions(null, {
  timed: (load) => timed(load as TimedLoad),
  closed: (load) => closed(load as ClosedLoad),
  open: (load) => open(load as OpenLoad),
  lone: (load) => lone(load as LoneLoad),
});
