/** What the benches of lists share: a service that answers, and the load that times its answers. */
import { fillContacts } from './fill-lists.ts';
import type { Lab } from './lab.ts';
import { type BenchPlatform, makePlatform } from './make-platform.ts';
import { type Database, startPostgres } from './postgres.ts';
import { type Load, startLoad, type TimedRequest } from './start-load.ts';
import { startService } from './start-service.ts';

export interface ListPlace {
  readonly platform: BenchPlatform;
  readonly database: Database;
  readonly rows: number;
  /** Median of the milliseconds of each request, by its name. */
  time(requests: readonly TimedRequest[], rounds: number): Promise<ReadonlyMap<string, number>>;
}

const fullRows = 1_000_000;
const leastRows = 20_000;

export async function startListPlace(lab: Lab): Promise<ListPlace> {
  const postgres = await startPostgres(lab);
  const database = await postgres.database('bench');
  const service = await startService(lab, { databaseUrl: database.url, roles: 'api' });
  const platform = await makePlatform(service, database.pool);
  const load: Load = await startLoad(lab);
  const rows = lab.sized(fullRows, leastRows);
  const started = performance.now();
  await fillContacts(database.pool, platform.id, rows);
  lab.say(`  ${rows} contacts made in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  return {
    platform,
    database,
    rows,
    time: async (requests, rounds) =>
      new Map(await load.timed({ url: service.url, apiKey: platform.apiKey, requests, rounds })),
  };
}
