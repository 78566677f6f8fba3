import { atLeast, atMost, type Bench } from './kit/bench.ts';
import { emitConnections } from './kit/emit-place.ts';
import { timeClaims, timeSweeps, warmSweeps } from './kit/growth-measures.ts';
import { startPostgres } from './kit/postgres.ts';
import { runPairs } from './kit/run-pairs.ts';
import { makeScheduledSide, type ScheduledSide } from './kit/scheduled-side.ts';
import { startLoad } from './kit/start-load.ts';

const full = 1_000_000;
const least = 10_000;
/** How much slower than beside none. */
const slower = 1.1;

export const bench: Bench = {
  name: 'scheduled',
  measures:
    'Emits a second over REST, 64 connections, and the time of a claim and of all looks and sweeps of a worker, beside 1,000,000 mails that leave in 20 days; beside a database without them, each with a service of its own.',
  async run(lab) {
    const postgres = await startPostgres(lab);
    const load = await startLoad(lab);
    const scheduled = lab.sized(full, least);
    const ours = await makeScheduledSide(lab, await postgres.database('later'), scheduled);
    const yardstick = await makeScheduledSide(lab, await postgres.database('none'), 0);
    const pairs = (unit: string, measure: (side: ScheduledSide) => Promise<number>) => {
      const at = (side: ScheduledSide) => () => {
        side.setClock();
        return measure(side);
      };
      return runPairs(lab, unit, at(ours), at(yardstick));
    };
    const emitsOf = async ({ where }: ScheduledSide) =>
      (await load.closed(where, { connections: emitConnections, seconds: lab.settings.seconds })).rate;
    for (const side of [ours, yardstick]) {
      await warmSweeps(side);
      await timeClaims(side);
      await emitsOf(side);
    }
    const claims = await pairs('ms', timeClaims);
    const swept = await pairs('ms for all', async (side) => {
      const times = await timeSweeps(side);
      return [...times.values()].reduce((sum, time) => sum + time, 0);
    });
    const emits = await pairs('emits a second', emitsOf);
    return {
      figures: [
        { name: 'scheduled claim', pairs: claims, unit: 'ms', target: atMost(slower) },
        { name: 'scheduled sweeps', pairs: swept, unit: 'ms for all', target: atMost(slower) },
        { name: 'scheduled', pairs: emits, unit: 'emits a second', target: atLeast(1 / slower, 1) },
      ],
      notes: [`${scheduled} mails waited for their time, over 20 workspaces.`],
    };
  },
};
