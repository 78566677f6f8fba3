/** Keeps the results of full runs: test/bench/results.json for the next run, test/bench/results.md to be read. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Target } from './bench.ts';
import { rounded, type Summary } from './figures.ts';
import type { Machine, Versions } from './machine.ts';

export interface BenchResult {
  readonly name: string;
  readonly measures: string;
  readonly at: string;
  readonly machine: Machine;
  readonly versions: Versions;
  readonly figures: readonly Summary[];
  readonly notes: readonly string[];
  /** Lines of a profile; null where none was taken. */
  readonly profile: readonly string[] | null;
}

const target = z.object({
  bound: z.enum(['at least', 'at most']),
  ratio: z.number(),
  reachFor: z.number().nullable(),
});

const summary = z.object({
  name: z.string(),
  ours: z.number(),
  yardstick: z.number(),
  ratio: z.number(),
  unit: z.string(),
  pairs: z.number(),
  ratioFrom: z.number(),
  ratioTo: z.number(),
  target: target.nullable(),
  met: z.boolean().nullable(),
  reached: z.boolean().nullable(),
});

const stored = z.array(
  z.object({
    name: z.string(),
    measures: z.string(),
    at: z.string(),
    machine: z.object({
      cores: z.number(),
      processor: z.string(),
      memoryGb: z.number(),
      kernel: z.string(),
      loadBefore: z.number(),
      syncs: z.number(),
    }),
    versions: z.object({
      node: z.string(),
      postgresql: z.string(),
      postfix: z.string().nullable(),
      ours: z.string(),
    }),
    figures: z.array(summary),
    notes: z.array(z.string()),
    profile: z.array(z.string()).nullable(),
  }),
);

const jsonFile = new URL('../results.json', import.meta.url);
const markdownFile = new URL('../results.md', import.meta.url);

/** Replaces the results of the same names; `order` is the order of the names in the files. */
export function writeResults(results: readonly BenchResult[], order: readonly string[]): void {
  const before = existsSync(jsonFile) ? stored.parse(JSON.parse(readFileSync(jsonFile, 'utf8'))) : [];
  const byName = new Map<string, BenchResult>([...before, ...results].map((result) => [result.name, result]));
  const kept = order.flatMap((name) => byName.get(name) ?? []);
  writeFileSync(jsonFile, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(markdownFile, resultsPage(kept));
}

export function resultsPage(results: readonly BenchResult[]): string {
  return [
    '# Results of the benches',
    '',
    '`npm run bench` writes this file. Each number is a median over pairs of measurements, ours and the yardstick in',
    'turn; the spread is the smallest and the largest ratio of one pair.',
    '',
    ...(results.length === 0 ? ['No full run of this version yet.', ''] : []),
    '| bench | ours | yardstick | unit | ratio | spread | target | reach for | met |',
    '|---|---|---|---|---|---|---|---|---|',
    ...results.flatMap(({ figures }) => figures.map(row)),
    '',
    ...results.flatMap(section),
  ].join('\n');
}

function row(figure: Summary): string {
  const { name, ours, yardstick, unit, ratio, ratioFrom, ratioTo, target, met, reached } = figure;
  const cells = [
    name,
    ours,
    yardstick,
    unit,
    ratio,
    `${ratioFrom} to ${ratioTo}`,
    targetText(target),
    target?.reachFor == null ? '' : rounded(target.reachFor),
    met === null ? '' : met ? (reached ? 'yes, and more' : 'yes') : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
}

export function targetText(target: Target | null): string {
  return target === null ? '' : `${target.bound} ${target.ratio}`;
}

function section({ name, measures, at, machine, versions, figures, notes, profile }: BenchResult): readonly string[] {
  const { cores, processor, memoryGb, kernel, loadBefore, syncs } = machine;
  const { node, postgresql, postfix, ours } = versions;
  return [
    `## ${name}`,
    '',
    measures,
    '',
    `${at}, ${figures[0]?.pairs ?? 0} pairs. ${cores} cores (${processor}), ${memoryGb} GB, Linux ${kernel}, load before ${loadBefore}, ${syncs} syncs a second.`,
    `Node ${node}, PostgreSQL ${postgresql}, ${postfix === null ? 'no Postfix' : `Postfix ${postfix}`}, Tidings ${ours}.`,
    '',
    ...notes.flatMap((note) => [`- ${note}`]),
    ...(notes.length > 0 ? [''] : []),
    ...(profile === null ? [] : ['Where the time of the service goes:', '', '```', ...profile, '```', '']),
  ];
}
