/** Batches of emits beside single emits, of one caller and of many, and what a neighbour notices of them. */
import { atLeast, atMost, type Figure } from './bench.ts';
import { emitConnections } from './emit-place.ts';
import type { Lab } from './lab.ts';
import { batchSize } from './load-requests.ts';
import { makePlatform } from './make-platform.ts';
import type { Database } from './postgres.ts';
import { runPairs } from './run-pairs.ts';
import { startLoad, type Where } from './start-load.ts';
import type { ServiceProcess } from './start-service.ts';

const unit = 'emits a second';
/** Batches at once beside as many single emits as the service takes. */
const batchesAtOnce = 4;
/** Emits a second of the neighbour, each alone. */
const neighbourRate = 50;

interface Place {
  readonly service: ServiceProcess;
  readonly database: Database;
  /** An API key of a platform that can emit. */
  readonly apiKey: string;
}

export async function measureEmitBatches(lab: Lab, { service, database, apiKey }: Place): Promise<readonly Figure[]> {
  const { seconds } = lab.settings;
  const { url } = service;
  const load = await startLoad(lab);
  const batches: Where = { url, apiKey, kind: 'emit-batch' };
  const singles: Where = { url, apiKey, kind: 'emit' };
  const emitsBy = (connections: number) => async () =>
    (await load.closed(batches, { connections, seconds })).rate * batchSize;
  const singlesBy = (connections: number) => async () => (await load.closed(singles, { connections, seconds })).rate;

  await emitsBy(batchesAtOnce)();
  await singlesBy(emitConnections)();
  await database.pool.query('ANALYZE');
  const lone = await runPairs(lab, unit, emitsBy(1), singlesBy(1));
  const many = await runPairs(lab, unit, emitsBy(batchesAtOnce), singlesBy(emitConnections));

  const neighbour = await makePlatform(service, database.pool);
  const neighbours = await startLoad(lab);
  const where: Where = { url, apiKey: neighbour.apiKey, kind: 'emit-one' };
  await neighbours.open(where, { rate: neighbourRate, seconds: seconds / 2 });
  /** p99 of the neighbour's emits while `beside` runs. */
  const besideLoad = (beside: () => Promise<unknown>) => async () => {
    const [{ p99, unfinished }] = await Promise.all([
      neighbours.open(where, { rate: neighbourRate, seconds }),
      beside(),
    ]);
    if (unfinished > 0) throw new Error(`${unfinished} emits of the neighbour were not answered.`);
    return p99;
  };
  const noticed = await runPairs(lab, 'ms', besideLoad(emitsBy(batchesAtOnce)), besideLoad(singlesBy(emitConnections)));
  return [
    { name: 'batch of emits, one caller', pairs: lone, unit, target: atLeast(5) },
    { name: 'batch of emits, many callers', pairs: many, unit, target: atLeast(1, 5) },
    { name: 'batch of emits, neighbour', pairs: noticed, unit: 'ms (p99)', target: atMost(1.3, 1) },
  ];
}
