/** Alerts and dashboards name what the service tells, and the runbook has a section for each alert (docs/rules.md#alerts). */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { readScrape, type Scraped } from '../support/scraped.ts';
import { createWorld, type World } from '../support/world.ts';
import { metricsIn, readAlerts, readPanels, root } from './alert-files.ts';

const alerts = await readAlerts();
const panels = await readPanels();
const runbook = await readFile(`${root}docs/runbook.md`, 'utf8');
const sections = new Map(
  runbook
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

let world: World;
let told: Scraped;

beforeAll(async () => {
  world = await createWorld();
  told = readScrape(await createMetrics({ app: world.app, queries: null, process: 1 }).text());
});
afterAll(() => world.close());

/** Prometheus' own. */
const foreign = ['up'];

test.each(alerts)('$alert names metrics of the service alone', ({ expr }) => {
  const named = metricsIn(expr).filter((name) => !foreign.includes(name));
  expect(named.filter((name) => !told.names.has(name))).toEqual([]);
  expect(metricsIn(expr)).not.toEqual([]);
});

test('panels of the dashboards name metrics of the service alone', () => {
  expect(panels.length).toBeGreaterThan(30);
  const unknown = panels.flatMap(({ file, title, expr }) =>
    metricsIn(expr)
      .filter((name) => !told.names.has(name))
      .map((name) => `${file}, ${title}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('each metric of ours is on a dashboard or in an alert', () => {
  const shown = new Set([...alerts, ...panels].flatMap(({ expr }) => metricsIn(expr)));
  const ours = [...told.names].filter((name) => /^tidings_/.test(name) && !/_(?:bucket|sum|count)$/.test(name));
  expect(ours.length).toBeGreaterThan(30);
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});

test('what an alert names is on a dashboard too, so that one sees how it came to it', () => {
  const shown = new Set(panels.flatMap(({ expr }) => metricsIn(expr)));
  const named = alerts.flatMap(({ expr }) => metricsIn(expr)).filter((name) => name.startsWith('tidings_'));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !shown.has(name))).toEqual([]);
});

describe('the runbook', () => {
  test.each(alerts)('says what to do at $alert', ({ alert, labels, annotations }) => {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(sections.get(alert)).toContain('**Do:**');
    expect(['page', 'ticket']).toContain(labels.severity);
  });

  test('has no section for an alert that is gone', () => {
    expect([...sections.keys()].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });
});

test('names and units follow the conventions of Prometheus', () => {
  const types = [...told.text.matchAll(/^# TYPE (tidings_\S+) (\S+)$/gm)];
  const wrong = types.filter(([, name = '', type]) => (type === 'counter') !== name.endsWith('_total'));
  expect(wrong.map(([line]) => line)).toEqual([]);
  expect(
    types.map(([, name]) => name).filter((name) => /_(?:ms|milliseconds|minutes|kb|mb)(?:_|$)/.test(name ?? '')),
  ).toEqual([]);
});
