import { atMost, type Bench } from './kit/bench.ts';
import { median } from './kit/figures.ts';
import type { Lab } from './kit/lab.ts';
import { recipientOf } from './kit/load-requests.ts';
import { makePlatform } from './kit/make-platform.ts';
import { startPostgres } from './kit/postgres.ts';
import { runBeside } from './kit/run-pairs.ts';
import { startLoad } from './kit/start-load.ts';
import { startMailSink } from './kit/start-mail-sink.ts';
import { startService } from './kit/start-service.ts';

/** Milliseconds. */
const limit = 15;
const reachFor = 8;
/** Lone emits of one measurement, and the pause before the next; milliseconds. */
const emits = 100;
const pause = 30;
/** A mail may take so long; seconds. */
const mailPatience = 30;

export const bench: Bench = {
  name: 'first-byte',
  measures: `p50 of the time from sending a lone emit's request until DATA arrives at the SMTP sink, one process with the roles api and worker; beside ${limit} ms.`,
  async run(lab: Lab) {
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const sink = await startMailSink(lab);
    const service = await startService(lab, {
      databaseUrl: database.url,
      roles: 'api,worker',
      relayPort: sink.port,
    });
    const { apiKey } = await makePlatform(service, database.pool);
    const load = await startLoad(lab);
    const where = { url: service.url, apiKey, kind: 'emit' } as const;
    const count = lab.sized(emits, 30);
    const measure = async () => {
      const before = await sink.taken();
      await sink.record();
      const { sentAt } = await load.lone(where, { count, pause });
      await sink.waitFor(before + count, mailPatience);
      const dataAt = await sink.recorded();
      return median(sentAt.map(([n, at]) => (dataAt.get(recipientOf(n)) ?? Number.NaN) - at));
    };
    await measure();
    await database.pool.query('ANALYZE');
    const pairs = await runBeside(lab, 'ms', limit, measure);
    return {
      figures: [{ name: 'first-byte', pairs, unit: 'ms', target: atMost(1, reachFor / limit) }],
      profiled: { service, run: measure },
    };
  },
};
