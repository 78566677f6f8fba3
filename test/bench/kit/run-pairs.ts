import type { Pair } from './bench.ts';
import { rounded } from './figures.ts';
import type { Lab } from './lab.ts';

type Measurement = () => Promise<number>;

/** Ours and the yardstick in turn, so that both meet the same machine. */
export async function runPairs(
  { settings, say }: Lab,
  unit: string,
  ours: Measurement,
  yardstick: Measurement,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let n = 1; n <= settings.pairs; n += 1) {
    const pair = { ours: await ours(), yardstick: await yardstick() };
    const ratio = rounded(pair.ours / pair.yardstick);
    say(`  pair ${n}: ours ${rounded(pair.ours)}, yardstick ${rounded(pair.yardstick)} ${unit} (${ratio})`);
    pairs.push(pair);
  }
  return pairs;
}

/** Ours alone, beside a constant. */
export async function runBeside(lab: Lab, unit: string, limit: number, ours: Measurement): Promise<readonly Pair[]> {
  return runPairs(lab, unit, ours, async () => limit);
}
