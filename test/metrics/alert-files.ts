/** The files of `ops/` as the tests read them. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const alertsFile = `${root}ops/alerts.yaml`;

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export async function readAlerts(): Promise<readonly Alert[]> {
  const { groups } = parse(await readFile(alertsFile, 'utf8')) as { groups: readonly { rules: readonly Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Expressions of all panels, by the file of their dashboard. */
export async function readPanels(): Promise<
  readonly { readonly file: string; readonly title: string; readonly expr: string }[]
> {
  const files = globSync('ops/grafana/*.json', { cwd: root });
  const found = await Promise.all(
    files.map(async (file) => {
      const { panels } = JSON.parse(await readFile(`${root}${file}`, 'utf8')) as {
        panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
      };
      return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ file, title, expr })));
    }),
  );
  return found.flat();
}

const words = /[a-zA-Z_:][a-zA-Z0-9_:]*/g;

/** Names of metrics in an expression: what is left of it without labels, strings, durations and PromQL's own words. */
export function metricsIn(expr: string): readonly string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const own =
    /^(?:sum|max|min|avg|count|rate|increase|changes|histogram_quantile|time|abs|or|and|unless|bool|topk|clamp_min|vector|e9)$/;
  return [...new Set([...bare.matchAll(words)].map(([word]) => word))].filter((word) => !own.test(word));
}
