import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Bench } from './kit/bench.ts';
import { emitConnections } from './kit/emit-place.ts';
import { rounded } from './kit/figures.ts';
import { makePlatform } from './kit/make-platform.ts';
import { startPostgres } from './kit/postgres.ts';
import { processTree, residentMemory } from './kit/process-tree.ts';
import { startLoad } from './kit/start-load.ts';
import { startMailSink } from './kit/start-mail-sink.ts';
import { startService } from './kit/start-service.ts';

/** MB (of 2^20 bytes). */
const idleLimit = 250;
const idleReachFor = 180;
const fullEmits = 1_000_000;
const leastEmits = 2_000;
/** After the start, and after each part of the soak; milliseconds. */
const settling = 5_000;
/** Parts of the soak; memory is read after each. */
const parts = 10;
/** All mails of a part are out within this time; seconds. */
const patience = 15 * 60;

export const bench: Bench = {
  name: 'memory',
  measures: `Resident memory of the service with all roles, its PostgreSQL not counted: idle, beside ${idleLimit} MB; and after a soak of 1,000,000 emits, all sent, beside its first tenth.`,
  async run(lab) {
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const sink = await startMailSink(lab);
    const service = await startService(lab, {
      databaseUrl: database.url,
      roles: 'api,worker,inbound',
      relayPort: sink.port,
    });
    const resident = async () => {
      await sleep(settling);
      return residentMemory(processTree(service.pid));
    };
    const idle = await resident();
    lab.say(`  idle: ${rounded(idle)} MB`);
    const { apiKey } = await makePlatform(service, database.pool);
    const load = await startLoad(lab);
    const emits = lab.sized(fullEmits, leastEmits);
    const where = { url: service.url, apiKey, kind: 'emit' } as const;
    const after: number[] = [];
    for (let part = 1; part <= parts; part += 1) {
      await load.closed(where, { connections: emitConnections, count: Math.round(emits / parts) });
      await sink.waitFor(Math.round(emits / parts) * part, patience);
      after.push(await resident());
      lab.say(`  after ${Math.round(emits / parts) * part} emits: ${rounded(after.at(-1) ?? 0)} MB`);
    }
    const [firstTenth = Number.NaN] = after;
    return {
      figures: [
        {
          name: 'memory idle',
          pairs: [{ ours: idle, yardstick: idleLimit }],
          unit: 'MB',
          target: atMost(1, idleReachFor / idleLimit),
        },
        {
          name: 'memory',
          pairs: [{ ours: after.at(-1) ?? Number.NaN, yardstick: firstTenth }],
          unit: 'MB',
          target: atMost(1.2, 1),
        },
      ],
      notes: [`${emits} emits; after each tenth ${after.map(rounded).join(', ')} MB.`],
    };
  },
};
