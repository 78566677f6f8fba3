import { compileTemplate } from '../../emails/compile/compile.tsx';
import { starters } from '../../emails/starters/index.ts';
import { starterContent } from '../../emails/starters/starter.ts';
import { atMost, type Bench } from './kit/bench.ts';
import { median } from './kit/figures.ts';
import { runBeside } from './kit/run-pairs.ts';

/** Milliseconds of processor time. */
const limit = 50;
const warmUp = 20;
const rounds = 40;

export const bench: Bench = {
  name: 'compile',
  measures: `Milliseconds of processor time to compile the largest starter, HTML and text; beside ${limit}.`,
  async run(lab) {
    const contents = Object.entries(starters).map(([name, starter]) => ({ name, content: starterContent(starter) }));
    const [largest] = contents.sort((a, b) => JSON.stringify(b.content).length - JSON.stringify(a.content).length);
    if (largest === undefined) throw new Error('There are no starters.');
    const one = async () => {
      const start = process.cpuUsage();
      await compileTemplate(largest.content, 'en');
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    const first = await one();
    for (let n = 0; n < warmUp; n += 1) await one();
    const pairs = await runBeside(lab, 'ms', limit, async () => {
      const taken: number[] = [];
      for (let n = 0; n < rounds; n += 1) taken.push(await one());
      return median(taken);
    });
    return {
      figures: [{ name: 'compile', pairs, unit: 'ms of processor time', target: atMost(1) }],
      notes: [`The starter is ${largest.name}; the first compile of a process takes ${Math.round(first)} ms.`],
    };
  },
};
