/**
 * The accounting of an open loop: send times are fixed beforehand, and a latency counts from the planned time. A server
 * that stands still for a second is charged with every request that was planned in that second.
 */
import { percentile } from './figures.ts';

export interface OpenLoop {
  /** Numbers of the requests whose planned time has come and that were not given out before. */
  due(now: number): readonly number[];
  /** The request was handed to the network. */
  sent(n: number, now: number): void;
  ended(n: number, now: number): void;
  /** Whether every request was given out and has ended. */
  isOver(): boolean;
  /** Requests that have not ended count with the time until `now`. */
  summary(now: number): OpenLoopSummary;
}

export interface OpenLoopSummary {
  readonly planned: number;
  readonly unfinished: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** How late the client itself sent: milliseconds, 99th percentile. */
  readonly sentLateP99: number;
}

/** @param start Time of the first request; milliseconds, of any clock that `now` is read from. */
export function createOpenLoop({
  rate,
  seconds,
  start,
}: {
  readonly rate: number;
  readonly seconds: number;
  readonly start: number;
}): OpenLoop {
  const planned = Math.max(1, Math.floor(rate * seconds));
  const between = 1_000 / rate;
  const plannedAt = (n: number) => start + n * between;
  const sentAt = new Map<number, number>();
  const endedAt = new Map<number, number>();
  let next = 0;
  return {
    due(now) {
      const from = next;
      while (next < planned && plannedAt(next) <= now) next += 1;
      return Array.from({ length: next - from }, (_none, n) => from + n);
    },
    sent: (n, now) => void sentAt.set(n, now),
    ended: (n, now) => void endedAt.set(n, now),
    isOver: () => next === planned && endedAt.size === planned,
    summary(now) {
      const numbers = Array.from({ length: planned }, (_none, n) => n);
      const latencies = numbers.map((n) => Math.max(0, (endedAt.get(n) ?? now) - plannedAt(n)));
      const late = numbers.map((n) => Math.max(0, (sentAt.get(n) ?? now) - plannedAt(n)));
      return {
        planned,
        unfinished: planned - endedAt.size,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        longest: percentile(latencies, 1),
        sentLateP99: percentile(late, 0.99),
      };
    },
  };
}
