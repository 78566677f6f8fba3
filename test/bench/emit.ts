import { atLeast, type Bench } from './kit/bench.ts';
import { emitConnections, startEmitPlace } from './kit/emit-place.ts';
import { withProcessorUse } from './kit/processor-use.ts';
import { runPairs } from './kit/run-pairs.ts';
import { walBytesEach } from './kit/wal-bytes.ts';

const unit = 'emits a second';

export const bench: Bench = {
  name: 'emit',
  measures:
    'Accepted emits a second over REST, closed loop, 64 connections, 20 workspaces, addresses all different, beside a bare Node server that writes the same rows by one statement a request into the same tables.',
  async run(lab) {
    const { postgres, database, service, bare, load, ours, yardstick } = await startEmitPlace(lab);
    const { seconds } = lab.settings;
    const closed = async (where: typeof ours) =>
      (await load.closed(where, { connections: emitConnections, seconds })).rate;
    const pairs = await runPairs(
      lab,
      unit,
      () => closed(ours),
      () => closed(yardstick),
    );
    const pids = { PostgreSQL: postgres.pid, load: load.pid };
    const look = async (server: Readonly<Record<string, number>>, where: typeof ours) => {
      const work = () => walBytesEach(database.pool, async () => (await closed(where)) * seconds);
      const { result, note } = await withProcessorUse({ ...server, ...pids }, work);
      return `${note}; ${result} bytes of WAL an emit`;
    };
    const notes = [
      `Ours: ${await look({ service: service.pid }, ours)}.`,
      `Yardstick: ${await look({ 'bare server': bare.pid }, yardstick)}.`,
    ];
    return {
      figures: [{ name: 'emit', pairs, unit, target: atLeast(0.6, 1) }],
      notes,
      profiled: { service, run: () => closed(ours) },
    };
  },
};
