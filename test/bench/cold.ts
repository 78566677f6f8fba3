import { atLeast, type Bench } from './kit/bench.ts';
import { emitConnections } from './kit/emit-place.ts';
import { rounded } from './kit/figures.ts';
import { makePlatform } from './kit/make-platform.ts';
import { startPostgres } from './kit/postgres.ts';
import { startLoad } from './kit/start-load.ts';
import { startService } from './kit/start-service.ts';

const unit = 'emits a second';
/** Of each measurement in a full run. */
const fullSeconds = 20;

export const bench: Bench = {
  name: 'cold',
  measures: `Emits a second in the first ${fullSeconds} seconds of an empty database and a new process, ${emitConnections} connections; beside the same process after ANALYZE.`,
  async run(lab) {
    const { settings } = lab;
    const seconds = Math.min(fullSeconds, settings.seconds * 2);
    const postgres = await startPostgres(lab);
    const load = await startLoad(lab);
    const pairs = [];
    for (let n = 1; n <= settings.pairs; n += 1) {
      const name = `cold_${n}`;
      const database = await postgres.database(name);
      const service = await startService(lab, { databaseUrl: database.url, roles: 'api' });
      const { apiKey } = await makePlatform(service, database.pool);
      const where = { url: service.url, apiKey, kind: 'emit' } as const;
      const { rate: ours } = await load.closed(where, { connections: emitConnections, seconds });
      await database.pool.query('ANALYZE');
      const { rate: yardstick } = await load.closed(where, { connections: emitConnections, seconds });
      lab.say(`  pair ${n}: ours ${rounded(ours)}, yardstick ${rounded(yardstick)} ${unit}`);
      pairs.push({ ours, yardstick });
      await service.stop();
      await database.close();
      await postgres.drop(name);
    }
    return { figures: [{ name: 'cold', pairs, unit, target: atLeast(0.8, 1) }] };
  },
};
