/** Command line of `npm run bench`. */
import { parseArgs } from 'node:util';

export interface BenchSettings {
  /** Pairs of measurements of each bench. */
  readonly pairs: number;
  /** Seconds of load in one measurement. */
  readonly seconds: number;
  /** Part of the rows, mails and emits of a full run. */
  readonly share: number;
  /** Take a profile of the service even where the target is met. */
  readonly profile: boolean;
  /** `PROCESSES` of the services that a bench starts. */
  readonly processes: string;
}

/** The settings of a run whose results are written down. */
export const fullRun: BenchSettings = { pairs: 5, seconds: 10, share: 1, profile: false, processes: 'auto' };

export const usage = `npm run bench -- [names] [--pairs ${fullRun.pairs}] [--seconds ${fullRun.seconds}] [--share ${fullRun.share}] [--profile] [--processes ${fullRun.processes}]`;

export interface Command {
  readonly names: readonly string[];
  readonly settings: BenchSettings;
}

/** Throws with the usage when an option is unknown or out of bounds. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pairs: { type: 'string' },
      seconds: { type: 'string' },
      share: { type: 'string' },
      profile: { type: 'boolean' },
      processes: { type: 'string' },
    },
  });
  const settings = {
    pairs: numberWithin('pairs', values.pairs ?? fullRun.pairs, 1, 100),
    seconds: numberWithin('seconds', values.seconds ?? fullRun.seconds, 0.5, 600),
    share: numberWithin('share', values.share ?? fullRun.share, 0.0001, 1),
    profile: values.profile ?? fullRun.profile,
    processes: values.processes ?? fullRun.processes,
  };
  if (!Number.isInteger(settings.pairs)) throw new Error(`--pairs must be a whole number.\n${usage}`);
  return { names: positionals, settings };
}

function numberWithin(name: string, given: string | number, least: number, most: number): number {
  const number = Number(given);
  if (!(number >= least && number <= most)) throw new Error(`--${name} must be ${least} to ${most}.\n${usage}`);
  return number;
}

/** A run with less than the full settings is a trial: its results are printed and not written. */
export function isTrial({ pairs, seconds, share, processes }: BenchSettings): boolean {
  const isLess = pairs < fullRun.pairs || seconds < fullRun.seconds || share < fullRun.share;
  return isLess || processes !== fullRun.processes;
}
