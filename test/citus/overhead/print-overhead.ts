/**
 * Prints how many statements a second a cluster runs beside one database on the same server, those that one shard
 * answers: `npm run bench:citus`. All servers share the machine, so this shows what the way through the coordinator
 * costs, and nothing of what more machines bring.
 */
import pg from 'pg';
import { migrate } from '../../../prisma/migrate.ts';
import { distribute } from '../../../prisma/scale/distribute.ts';
import { beginSession, openClient } from '../../support/open-client.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import { findEngine } from '../engine/find-engine.ts';
import { type OneShard, oneShardStatements } from './one-shard-statements.ts';

const connections = 8;
const rounds = 5;
/** Milliseconds of one measurement. */
const span = 3_000;

const cluster = await startCluster(await findEngine());
try {
  for (const url of [cluster.url, cluster.singleUrl]) await migrate(url);
  const client = await openClient(cluster.url);
  await distribute(client).finally(() => client.end());
  const pools = [cluster.url, cluster.singleUrl].map(
    (connectionString) => new pg.Pool({ connectionString, max: connections, onConnect: beginSession }),
  ) as [pg.Pool, pg.Pool];
  process.stdout.write('| statement | cluster, a second | one database | ratio |\n|---|---|---|---|\n');
  for (const statement of oneShardStatements) {
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const side of [0, 1] as const) rates[side].push(await rateOf(pools[side], statement));
    }
    const [ours, theirs] = rates.map(median) as [number, number];
    const cells = [statement.name, Math.round(ours), Math.round(theirs), (ours / theirs).toPrecision(2)];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
  await Promise.all(pools.map((pool) => pool.end()));
} finally {
  await cluster.stop();
}

async function rateOf(pool: pg.Pool, { name, text, valuesOf }: OneShard): Promise<number> {
  const started = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - started < span) {
      await pool.query({ name, text, values: [...valuesOf()] });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (done * 1_000) / (performance.now() - started);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
