import type { App } from '../context.ts';
import { isReady } from '../deployment/readiness.ts';
import type { QueryThread } from '../http/graphql/thread/query-thread.ts';
import { createMetrics } from './create-metrics.ts';
import { type MetricsSource, serveMetrics } from './serve-metrics.ts';

export interface OpenMetrics {
  readonly source: MetricsSource;
  /** Base URL of the port; null: another process answers for this one. */
  readonly url: string | null;
  close(): Promise<void>;
}

interface MetricsOptions {
  readonly app: App;
  /** The thread of dear queries, if any. */
  readonly queries: QueryThread | null;
  /** Among the processes of one start, from 1; null: it is the only one, and opens the port itself. */
  readonly process: number | null;
}

/** Opens the port of metrics; null without `METRICS_PORT`. Rejects with a configuration error where the port is taken. */
export async function openMetrics({ app, queries, process }: MetricsOptions): Promise<OpenMetrics | null> {
  const { metricsHost: host, metricsPort: port } = app.config;
  if (port === null) return null;
  const source = sourceOf(app, createMetrics({ app, queries, process: process ?? 1 }));
  if (process !== null) return { source, url: null, close: async () => undefined };
  const opened = await serveMetrics({ host, port }, source);
  app.log.info({ url: opened.url }, 'metrics are answered');
  return { source, ...opened };
}

/** What one process tells of itself. */
function sourceOf(app: App, { text }: ReturnType<typeof createMetrics>): MetricsSource {
  return {
    metrics: () => text(),
    async readiness() {
      const parts = app.parts.readiness.parts();
      const words = Object.entries(parts).map(([part, isInOrder]) => [part, isInOrder ? 'ok' : 'not ready']);
      return { isReady: isReady(parts), shown: { parts: Object.fromEntries(words) } };
    },
  };
}
