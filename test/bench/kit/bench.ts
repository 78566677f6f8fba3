/** What a bench is, and what it returns. Each bench is one file of test/bench that exports `bench`. */
import type { Lab } from './lab.ts';
import type { ServiceProcess } from './start-service.ts';

/** One measurement of ours and the measurement of the yardstick that followed it. */
export interface Pair {
  readonly ours: number;
  readonly yardstick: number;
}

/** What the ratio of ours to the yardstick must be, and what would be better still. */
export interface Target {
  readonly bound: 'at least' | 'at most';
  readonly ratio: number;
  readonly reachFor: number | null;
}

export interface Figure {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly unit: string;
  /** Null: measured for the record, with no target. */
  readonly target: Target | null;
}

/** The load that a profile is taken under. */
export interface ProfiledLoad {
  readonly service: ServiceProcess;
  run(): Promise<unknown>;
}

export interface Measured {
  /** The last figure is the main one: its JSON is the last line on standard output. */
  readonly figures: readonly Figure[];
  /** Sentences for the results, such as processor time by process. */
  readonly notes?: readonly string[];
  readonly profiled?: ProfiledLoad;
}

export interface Bench {
  readonly name: string;
  /** What ours and the yardstick do, in one or two sentences. */
  readonly measures: string;
  run(lab: Lab): Promise<Measured>;
}

export function atLeast(ratio: number, reachFor: number | null = null): Target {
  return { bound: 'at least', ratio, reachFor };
}

export function atMost(ratio: number, reachFor: number | null = null): Target {
  return { bound: 'at most', ratio, reachFor };
}
