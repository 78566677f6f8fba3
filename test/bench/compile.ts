/**
 * Milliseconds of CPU to compile the largest starter, HTML and text, beside the 50 that it may take. The last line is
 * one JSON object.
 */
import { compileTemplate } from '../../emails/compile/compile.tsx';
import { starters } from '../../emails/starters/index.ts';
import { starterContent } from '../../emails/starters/starter.ts';

const LIMIT = 50;
const WARM_UP = 20;
const ROUNDS = 100;

const contents = Object.entries(starters).map(([name, starter]) => ({ name, content: starterContent(starter) }));
const [largest] = contents.sort((a, b) => JSON.stringify(b.content).length - JSON.stringify(a.content).length);
if (largest === undefined) throw new Error('There are no starters.');

const taken: number[] = [];
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const start = process.cpuUsage();
  await compileTemplate(largest.content, 'en');
  const { user, system } = process.cpuUsage(start);
  if (round === 0) console.log(`the first compile of a process: ${(user + system) / 1_000} ms`);
  if (round >= WARM_UP) taken.push((user + system) / 1_000);
}
taken.sort((a, b) => a - b);
const median = Math.round((taken[ROUNDS / 2] ?? 0) * 10) / 10;
console.log(`${largest.name}: median ${median} ms, slowest ${taken.at(-1)} ms`);
console.log(
  JSON.stringify({
    name: 'compile',
    ours: median,
    yardstick: LIMIT,
    ratio: Math.round((median / LIMIT) * 100) / 100,
    unit: 'milliseconds of CPU',
  }),
);
