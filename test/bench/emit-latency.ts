import { atMost, type Bench } from './kit/bench.ts';
import { emitConnections, startEmitPlace } from './kit/emit-place.ts';
import { median, rounded } from './kit/figures.ts';
import { runPairs } from './kit/run-pairs.ts';

/** Of a lone emit: how many, and the pause before the next; milliseconds. */
const loneEmits = 200;
const pause = 10;

export const bench: Bench = {
  name: 'emit-latency',
  measures:
    'p99 of an emit at half of the rate that ours reaches, open loop, from the planned time on; and p50 of a lone emit. The bare server gets the same rates.',
  async run(lab) {
    const { service, load, ours, yardstick } = await startEmitPlace(lab);
    const { seconds } = lab.settings;
    const { rate: reached } = await load.closed(ours, { connections: emitConnections, seconds });
    const rate = reached / 2;
    lab.say(`  ours reaches ${rounded(reached)} emits a second, so the open loop has ${rounded(rate)}`);
    const late: number[] = [];
    const open = async (where: typeof ours) => {
      const { p99, sentLateP99, unfinished } = await load.open(where, { rate, seconds });
      if (unfinished > 0) throw new Error(`${unfinished} emits were not answered.`);
      late.push(sentLateP99);
      return p99;
    };
    const count = lab.sized(loneEmits, 50);
    const lone = async (where: typeof ours) => (await load.lone(where, { count, pause })).p50;
    const unit = 'ms';
    const lonePairs = await runPairs(
      lab,
      unit,
      () => lone(ours),
      () => lone(yardstick),
    );
    const openPairs = await runPairs(
      lab,
      unit,
      () => open(ours),
      () => open(yardstick),
    );
    return {
      figures: [
        { name: 'emit-latency lone p50', pairs: lonePairs, unit, target: atMost(5, 3) },
        { name: 'emit-latency', pairs: openPairs, unit, target: atMost(3, 2) },
      ],
      notes: [
        `Open loop at ${rounded(rate)} emits a second; the load process itself sent up to ${rounded(median(late))} ms late (p99), which both sides are charged with.`,
      ],
      profiled: { service, run: () => open(ours) },
    };
  },
};
