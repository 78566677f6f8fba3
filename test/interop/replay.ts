/** Lets promtool judge alerts by what a service told when it was scraped. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { alertsFile } from '../metrics/alert-files.ts';
import { readScrape } from '../support/scraped.ts';

/** Two scrapes of a service, and what alerts must make of the state between them while it lasts. */
export interface Replay {
  readonly name: string;
  /** Null: as `after`. */
  readonly before: string | null;
  readonly after: string;
  /** Series that no service tells, such as Prometheus' own `up`. */
  readonly more?: Readonly<Record<string, string>>;
  /** Whether sweeps go on, as they do in a process that lives. */
  readonly sweeps?: 'go on' | 'stand still';
  /** Alerts that fire; null: none at all does. */
  readonly fires: readonly string[] | null;
}

/** For which the state lasts: longer than the longest `for` and the window before it; minutes. */
const lasts = 240;
/** Minutes from one scrape to the next. */
const scrapeEvery = 1;

/**
 * Gauges stay as they were scraped, and a counter grows by the same step with each scrape. The time of promtool begins in
 * 1970 at the second scrape, so timestamps are told relative to that.
 */
function seriesOf({ before, after, more = {}, sweeps = 'go on' }: Replay, scrapedAt: number) {
  const first = readScrape(before ?? after);
  const second = readScrape(after);
  const counters = new Set(
    [...after.matchAll(/^# TYPE (\S+) (?:counter|histogram)$/gm)].flatMap(([, name = '']) => [
      name,
      `${name}_bucket`,
      `${name}_sum`,
      `${name}_count`,
    ]),
  );
  const told = [...second.series]
    .filter(([, value]) => Number.isFinite(value))
    .map(([series, value]) => {
      const name = series.slice(0, series.indexOf('{'));
      const isCounter = counters.has(name);
      const shifted = name.endsWith('_timestamp_seconds') ? value - scrapedAt : value;
      const moves = name === 'tidings_sweep_last_success_timestamp_seconds' && sweeps === 'go on';
      // A counter of a registry that is new since the first scrape began anew.
      const grown = isCounter ? Math.max(0, value - (first.series.get(series) ?? 0)) : 0;
      const step = moves ? scrapeEvery * 60 : grown;
      return { series: named(series), values: `${plain(shifted)}+${plain(step)}x${lasts}` };
    });
  return [...told, ...Object.entries(more).map(([series, values]) => ({ series, values }))];
}

/** As a scrape names it, with the labels that Prometheus adds. */
function named(series: string): string {
  return series.replace(/\{/, '{job="tidings",instance="tidings:9464",').replace(/,\}$/, '}');
}

/** Without an exponent, which promtool's series do not know after a plus. */
function plain(value: number): string {
  return value.toFixed(6);
}

const firing = (alert: string) => `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`;

/** Resolves to promtool's faults; empty: each alert did as expected. */
export async function judgeReplays(replays: readonly Replay[], scrapedAt: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-alerts-'));
  const one = { labels: '{}', value: 1 };
  const tests = replays.map((replay) => ({
    name: replay.name,
    interval: `${scrapeEvery}m`,
    input_series: seriesOf(replay, scrapedAt),
    promql_expr_test:
      replay.fires === null
        ? [
            {
              expr: 'count(ALERTS{alertstate="firing"}) or vector(0)',
              eval_time: `${lasts}m`,
              exp_samples: [{ ...one, value: 0 }],
            },
          ]
        : replay.fires.map((alert) => ({ expr: firing(alert), eval_time: `${lasts}m`, exp_samples: [one] })),
  }));
  try {
    const file = join(folder, 'alerts.test.yaml');
    await writeFile(
      file,
      stringify({ rule_files: [alertsFile], evaluation_interval: `${scrapeEvery}m`, tests }, { lineWidth: 0 }),
    );
    await promisify(execFile)('promtool', ['test', 'rules', file], { maxBuffer: 64 * 1024 * 1024 });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}\n${stderr}` || String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
