import { mergeMetrics } from './merge-metrics.ts';
import type { MetricsSource, ShownReadiness } from './serve-metrics.ts';

/** A process of this start, as its supervisor asks it. */
export interface AskedProcess {
  /** From 1. */
  readonly number: number;
  /** Resolves to null when the process does not answer in time. */
  metrics(): Promise<string | null>;
  readiness(): Promise<ShownReadiness | null>;
}

/** What several processes tell together. They are ready when each is. */
export function sourceOfProcesses(processes: () => readonly AskedProcess[]): MetricsSource {
  return {
    async metrics() {
      const texts = await Promise.all(
        processes().map(async (process) => [process.number, await process.metrics()] as const),
      );
      return mergeMetrics(new Map(texts));
    },
    async readiness() {
      const answers = await Promise.all(
        processes().map(async (process) => [process.number, await process.readiness()] as const),
      );
      return {
        isReady: answers.length > 0 && answers.every(([, answer]) => answer?.isReady === true),
        shown: { processes: Object.fromEntries(answers.map(([number, answer]) => [number, answer?.shown ?? null])) },
      };
    },
  };
}
