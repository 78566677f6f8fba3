/** One bench in this process, `node run-bench.ts <name> <settings>`; `npm run bench` starts one for each. */
import type { Bench } from './bench.ts';
import { figureLine, summarise } from './figures.ts';
import { openLab } from './lab.ts';
import { readMachine, readVersions } from './machine.ts';
import { profileLines, takeProfile } from './take-profile.ts';
import { type BenchResult, targetText } from './write-results.ts';

const [name = '', settingsText = '{}'] = process.argv.slice(2);
const { bench }: { readonly bench: Bench } = await import(new URL(`../${name}.ts`, import.meta.url).href);
const machine = readMachine();
const lab = await openLab(JSON.parse(settingsText));
const abort = () => void lab.end().then(() => process.exit(1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, abort);
process.once('uncaughtException', (error) => {
  process.stderr.write(`${name} ended with an error: ${error.stack}\n`);
  abort();
});
try {
  lab.say(`${name}: ${bench.measures}`);
  const { figures, notes = [], profiled } = await bench.run(lab);
  const summaries = figures.map(summarise);
  const missed = summaries.some(({ met }) => met === false);
  const reports = profiled && (missed || lab.settings.profile) ? await takeProfile(profiled) : null;
  const profile = reports?.flatMap(profileLines) ?? null;
  const result: BenchResult = {
    name,
    measures: bench.measures,
    at: new Date().toISOString(),
    machine,
    versions: readVersions(),
    figures: summaries,
    notes,
    profile,
  };
  for (const note of notes) lab.say(`  ${note}`);
  for (const line of profile ?? []) lab.say(`  ${line}`);
  for (const { name: figure, target, met, ratioFrom, ratioTo } of summaries) {
    const verdict = met === null ? 'no target' : `target ${targetText(target)}: ${met ? 'met' : 'missed'}`;
    lab.say(`  ${figure}: ${verdict}; ratios of single pairs ${ratioFrom} to ${ratioTo}`);
  }
  for (const summary of summaries) lab.say(figureLine(summary));
  process.send?.(result);
} catch (error) {
  process.stderr.write(`${name} ended with an error: ${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  await lab.end();
}
// A part that did not stop cleanly must not hold the run up.
process.exit();
