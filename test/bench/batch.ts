import { startChild } from '../attacks/harness/child.ts';
import { atLeast, type Bench } from './kit/bench.ts';
import { makePlatform } from './kit/make-platform.ts';
import { measureEmitBatches } from './kit/measure-emit-batches.ts';
import { startPostgres } from './kit/postgres.ts';
import type { BareBatchLoad, BareBatchSettings } from './kit/processes/bare-batch.ts';
import { withProcessorUse } from './kit/processor-use.ts';
import { runPairs } from './kit/run-pairs.ts';
import { startLoad } from './kit/start-load.ts';
import { startService } from './kit/start-service.ts';

const unit = 'contacts a second';
/** Requests at once, and statements of the yardstick at once. */
const connections = 4;
const contactsABatch = 500;
/** Both sides go on from the same contacts: numbers of the yardstick's batches are far from those of ours. */
const yardstickFrom = 1_000_000;
/** Beyond the time of the load itself; milliseconds. */
const patience = 60_000;

export const bench: Bench = {
  name: 'batch',
  measures: `Emits a second through batches of ${contactsABatch}, one batch after the other beside one single emit after the other, and 4 at once beside 64 single ones; and p99 of another platform's single emits beside each. Contacts a second through the batch of ${contactsABatch}, attributes and tags, half of them new and half changed, ${connections} requests at once; beside one INSERT … ON CONFLICT from unnest of the same rows through pg, ${connections} at once.`,
  async run(lab) {
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const service = await startService(lab, { databaseUrl: database.url, roles: 'api' });
    const { id: platformId, apiKey, rest } = await makePlatform(service, database.pool);
    await rest('POST', '/attribute-definitions', { key: 'plan', name: 'Plan', type: 'string' });
    await rest('POST', '/attribute-definitions', { key: 'seats', name: 'Seats', type: 'number' });
    const load = await startLoad(lab);
    const where = { url: service.url, apiKey, kind: 'batch' } as const;
    const { seconds } = lab.settings;
    const ours = async () => (await load.closed(where, { connections, seconds })).rate * contactsABatch;

    await ours();
    const rowsOf = async (query: string): Promise<Readonly<Record<string, string>>> => {
      const { rows } = await database.pool.query<{ name: string; id: string }>(query);
      return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
    };
    const { child } = await startChild(import.meta.resolve('./kit/processes/bare-batch.ts'), {
      databaseUrl: database.url,
      connections,
      platformId,
      workspaces: await rowsOf('SELECT reference AS name, id FROM workspaces'),
      tags: await rowsOf(
        "SELECT w.reference || ' ' || t.name AS name, t.id FROM tags t JOIN workspaces w ON w.id = t.workspace_id",
      ),
    } satisfies BareBatchSettings);
    lab.atEnd(() => child.kill());
    let first = yardstickFrom;
    const yardstick = async () => {
      const asked: BareBatchLoad = { first, seconds };
      const { next, rate } = (await child.ask('run', asked, seconds * 1_000 + patience)) as {
        next: number;
        rate: number;
      };
      first = next;
      return rate;
    };
    await yardstick();
    await database.pool.query('ANALYZE');
    const pairs = await runPairs(lab, unit, ours, yardstick);
    const ofEmits = await measureEmitBatches(lab, { service, database, apiKey });
    const { note } = await withProcessorUse({ service: service.pid, PostgreSQL: postgres.pid }, ours);
    return {
      figures: [...ofEmits, { name: 'batch', pairs, unit, target: atLeast(0.3, 0.5) }],
      notes: [`Ours: ${note}.`],
      profiled: { service, run: ours },
    };
  },
};
