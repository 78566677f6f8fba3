/**
 * The metrics of a process in Prometheus' text format (docs/rules.md#metrics). Values are read at the scrape; scrapes that
 * come while one is under way share its answer.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { App } from '../context.ts';
import type { QueryThread } from '../http/graphql/thread/query-thread.ts';
import { countedMetrics } from './counted-metrics.ts';
import type { Definition, View } from './definition.ts';
import { deploymentMetrics } from './deployment-metrics.ts';
import { createFactReader } from './fact-reader.ts';
import { processMetrics } from './process-metrics.ts';

export interface Metrics {
  /** All metrics as text. Never waits longer than a few seconds, whatever the database does. */
  text(): Promise<string>;
}

interface MetricsOptions {
  readonly app: App;
  /** The thread of dear queries, if any. */
  readonly queries: QueryThread | null;
  /** Among the processes of one start, from 1: the label `process` of each metric. */
  readonly process: number;
}

export function createMetrics({ app, queries, process }: MetricsOptions): Metrics {
  const registry = new Registry();
  const facts = createFactReader(app);
  let view: View = { app, thread: null, facts: {} };
  let scrape: Promise<string> | null = null;
  registry.setDefaultLabels({ process: String(process) });
  collectDefaultMetrics({ register: registry });
  for (const definition of [...countedMetrics, ...processMetrics, ...deploymentMetrics]) {
    registry.registerMetric(metricOf(definition, () => view));
  }
  const { handover, requestTime, webhookDelivery } = app.parts.meters;
  for (const histogram of [handover, requestTime, webhookDelivery]) registry.registerMetric(histogram);

  async function textNow(): Promise<string> {
    view = { app, thread: queries?.use() ?? null, facts: await facts.read() };
    return registry.metrics();
  }
  return {
    text() {
      scrape ??= textNow().finally(() => {
        scrape = null;
      });
      return scrape;
    },
  };
}

function metricOf({ kind, name, help, labels = [], read }: Definition, view: () => View): Counter | Gauge {
  const samples = () => {
    const found = read(view());
    if (found === null) return [];
    return typeof found === 'number' ? [[found] as const] : found;
  };
  const labelled = (values: readonly string[]) =>
    Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']));
  const common = { name, help, labelNames: [...labels], registers: [] };
  if (kind === 'gauge') {
    return new Gauge({
      ...common,
      collect() {
        this.reset();
        // A gauge without labels is 0 after a reset, and told of.
        if (labels.length === 0) this.remove();
        for (const [value, ...values] of samples()) this.set(labelled(values), value);
      },
    });
  }
  return new Counter({
    ...common,
    collect() {
      this.reset();
      for (const [value, ...values] of samples()) this.inc(labelled(values), value);
    },
  });
}
