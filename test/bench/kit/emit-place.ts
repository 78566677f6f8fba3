/** What the benches of accepting share: a service that accepts, a bare server on the same tables, and the load. */

import type { Lab } from './lab.ts';
import { makePlatform } from './make-platform.ts';
import { type Database, type Postgres, startPostgres } from './postgres.ts';
import { type BareServer, startBareServer } from './start-bare-server.ts';
import { type Load, startLoad, type Where } from './start-load.ts';
import { type ServiceProcess, startService } from './start-service.ts';

export interface EmitPlace {
  readonly postgres: Postgres;
  readonly database: Database;
  readonly service: ServiceProcess;
  readonly bare: BareServer;
  readonly load: Load;
  readonly ours: Where;
  readonly yardstick: Where;
}

/** Connections of the closed loop. */
export const emitConnections = 64;

/** Ready and warm: both sides have answered for a while, and the planner has statistics. */
export async function startEmitPlace(lab: Lab): Promise<EmitPlace> {
  const postgres = await startPostgres(lab);
  const database = await postgres.database('bench');
  const service = await startService(lab, { databaseUrl: database.url, roles: 'api' });
  const platform = await makePlatform(service, database.pool);
  const bare = await startBareServer(lab, platform, database);
  const load = await startLoad(lab);
  const { apiKey } = platform;
  const ours: Where = { url: service.url, apiKey, kind: 'emit' };
  const yardstick: Where = { url: bare.url, apiKey, kind: 'emit' };
  await load.closed(ours, { connections: emitConnections, seconds: lab.settings.seconds / 2 });
  await load.closed(yardstick, { connections: emitConnections, seconds: lab.settings.seconds / 2 });
  await database.pool.query('ANALYZE');
  return { postgres, database, service, bare, load, ours, yardstick };
}
