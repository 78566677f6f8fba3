import { statfs } from 'node:fs/promises';
import { atLeast, type Bench } from './kit/bench.ts';
import { copyMessages, emitSample } from './kit/copy-messages.ts';
import { emitConnections } from './kit/emit-place.ts';
import { rounded } from './kit/figures.ts';
import type { Lab } from './kit/lab.ts';
import { workspaceReference, workspaces } from './kit/load-requests.ts';
import { makePlatform } from './kit/make-platform.ts';
import { type Database, startPostgres } from './kit/postgres.ts';
import { runPairs } from './kit/run-pairs.ts';
import { type Load, startLoad } from './kit/start-load.ts';
import { startService } from './kit/start-service.ts';

const unit = 'emits a second';
const fullRows = 10_000_000;
const leastRows = 50_000;
/** Rows of one statement. */
const rowsAtOnce = 500_000;
/** Disk that a message takes with its event, their indexes and the WAL; bytes. */
const bytesEach = 3_000;
/** As long as messages are kept, less a few; days. */
const days = 80;

export const bench: Bench = {
  name: 'growth',
  measures:
    'Emits a second with 10,000,000 messages and their events stored, spread over 20 workspaces and 80 days; beside a database without any, each with a service of its own, 64 connections.',
  async run(lab) {
    const rows = lab.sized(fullRows, leastRows);
    await requireSpace(lab, rows);
    const postgres = await startPostgres(lab);
    const load = await startLoad(lab);
    const [full, empty] = [await postgres.database('grown'), await postgres.database('bare')];
    const ours = await startSide(lab, load, full);
    const yardstick = await startSide(lab, load, empty);
    const started = performance.now();
    const references = Array.from({ length: workspaces }, (_none, n) => workspaceReference(n));
    await withoutIndexes(full, async () => {
      for (let first = 1; first <= rows; first += rowsAtOnce) {
        const count = Math.min(rowsAtOnce, rows - first + 1);
        await copyMessages(full.pool, { first, count, state: 'delivered', references, days });
        lab.say(`  ${first + count - 1} messages after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
      }
    });
    await Promise.all([full, empty].map(({ pool }) => pool.query('VACUUM ANALYZE')));
    const { rows: sizes } = await full.pool.query<{ size: string }>(
      'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
    );
    const taken = rounded((performance.now() - started) / 1_000);
    lab.say(`  filled in ${taken} s: ${sizes[0]?.size}`);
    await ours.emit();
    await yardstick.emit();
    const pairs = await runPairs(lab, unit, ours.emit, yardstick.emit);
    return {
      figures: [{ name: 'growth', pairs, unit, target: atLeast(0.9, 1) }],
      notes: [`${rows} messages stored, ${sizes[0]?.size}, made in ${taken} s.`],
      profiled: { service: ours.service, run: ours.emit },
    };
  },
};

async function startSide(lab: Lab, load: Load, database: Database) {
  const service = await startService(lab, { databaseUrl: database.url, roles: 'api' });
  const platform = await makePlatform(service, database.pool);
  await emitSample(platform);
  const where = { url: service.url, apiKey: platform.apiKey, kind: 'emit' } as const;
  const { seconds } = lab.settings;
  return { service, emit: async () => (await load.closed(where, { connections: emitConnections, seconds })).rate };
}

async function requireSpace({ folder }: Lab, rows: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = rows * bytesEach;
  if (bavail * bsize < needed) {
    throw new Error(
      `${folder} has ${rounded((bavail * bsize) / 1e9)} GB left; ${rows} messages need ${rounded(needed / 1e9)}.`,
    );
  }
}

/** Indexes that hold no constraint are made after the rows: a fraction of the time. */
async function withoutIndexes({ pool }: Database, fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid IN ('events'::regclass, 'messages'::regclass) AND NOT i.indisunique`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of rows) await pool.query(definition);
}
