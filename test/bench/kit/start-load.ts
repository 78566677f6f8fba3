/** The load generator's process, and what it is asked for. */
import { startChild } from '../../attacks/harness/child.ts';
import type { Lab } from './lab.ts';
import type { RequestKind } from './load-requests.ts';
import type { OpenLoopSummary } from './open-loop.ts';

export interface Where {
  readonly url: string;
  readonly apiKey: string;
  readonly kind: RequestKind;
}

export interface ClosedLoad extends Where {
  readonly connections: number;
  /** Number of the first request. */
  readonly first: number;
  /** Ends after this time, or after `count` requests; one of them is null. */
  readonly seconds: number | null;
  readonly count: number | null;
}

export interface ClosedResult {
  /** Number of the first request that was not sent. */
  readonly next: number;
  /** 2xx answers a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** What was answered instead of 2xx, and how often. */
  readonly faults: Readonly<Record<string, number>>;
}

export interface OpenLoad extends Where {
  readonly first: number;
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface OpenResult extends OpenLoopSummary {
  /** Number of each request, and its planned time: milliseconds of the machine's monotonic clock. */
  readonly plannedAt: readonly (readonly [number, number])[];
  readonly next: number;
  readonly faults: Readonly<Record<string, number>>;
}

export interface LoneLoad extends Where {
  readonly first: number;
  readonly count: number;
  /** Between an answer and the next request; milliseconds. */
  readonly pause: number;
}

export interface LoneResult {
  readonly next: number;
  /** Milliseconds. */
  readonly p50: number;
  /** Number of each request, and when it was sent: milliseconds of the machine's monotonic clock. */
  readonly sentAt: readonly (readonly [number, number])[];
  readonly faults: Readonly<Record<string, number>>;
}

export interface TimedRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Requests one after the other, on one connection, in turn. */
export interface TimedLoad {
  readonly url: string;
  readonly apiKey: string;
  readonly requests: readonly TimedRequest[];
  readonly rounds: number;
}

/** The load on one kind of server. Each request has a number of its own over the whole bench. */
export interface Load {
  readonly pid: number;
  closed(where: Where, load: { connections: number; seconds?: number; count?: number }): Promise<ClosedResult>;
  open(where: Where, load: { rate: number; seconds: number }): Promise<OpenResult>;
  lone(where: Where, load: { count: number; pause: number }): Promise<LoneResult>;
  /** Median of the milliseconds of each request, by its name. A request is not repeated beyond a few seconds. */
  timed(load: TimedLoad): Promise<readonly (readonly [name: string, p50: number])[]>;
}

/** Beyond the time of the load itself; milliseconds. */
const patience = 60_000;
/** A load by count may take so long; milliseconds. */
const countPatience = 60 * 60_000;

export async function startLoad(lab: Lab): Promise<Load> {
  const { child } = await startChild(import.meta.resolve('./processes/load.ts'), null);
  lab.atEnd(() => child.kill());
  let next = 0;
  async function ask<Result extends { readonly next: number; readonly faults: object }>(
    question: string,
    load: object,
    within: number,
  ): Promise<Result> {
    const result = (await child.ask(question, { ...load, first: next }, within + patience)) as Result;
    next = result.next;
    if (Object.keys(result.faults).length > 0)
      throw new Error(`Not all answers were 2xx: ${JSON.stringify(result.faults)}`);
    return result;
  }
  return {
    pid: child.pid,
    closed: (where, { connections, seconds, count }) =>
      ask<ClosedResult>(
        'closed',
        { ...where, connections, seconds: seconds ?? null, count: count ?? null },
        seconds === undefined ? countPatience : seconds * 1_000,
      ),
    open: (where, load) => ask<OpenResult>('open', { ...where, ...load }, load.seconds * 1_000),
    timed: async (load) => {
      const times = await child.ask('timed', load, countPatience);
      return times as readonly (readonly [string, number])[];
    },
    lone: (where, load) => ask<LoneResult>('lone', { ...where, ...load }, countPatience),
  };
}
