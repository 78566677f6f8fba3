/** The database's connections, divided among the processes of one start (docs/rules.md#processes). */
import pg from 'pg';
import { connectionTo } from '../db/connections/connection-to.ts';
import { forSession } from '../db/connections/session-settings.ts';
import { requestLimits } from '../db/connections/time-limits.ts';
import { type Config, ConfigError } from '../ground/config/config.ts';

/**
 * Connections of a process beside its pool: five of its queue, one that watches the database, and four of its thread of
 * dear queries, which are its pool of three and one that watches.
 */
const besidePool = 10;
/** Connections beside those of the processes: the local run's own, a migration, and a person's. */
const besideProcesses = 3;
/** Connections of each pool, where `DATABASE_POOL` is not set, however many processes divide them. */
const poolLeast = 8;

type Pool = Pick<Config, 'databasePool' | 'databasePoolDivided'>;

/** Connections in the pool of each of `count` processes. */
export function poolOf({ databasePool, databasePoolDivided }: Pool, count: number): number {
  return databasePoolDivided ? Math.max(poolLeast, Math.floor(databasePool / count)) : databasePool;
}

export function connectionsOf(config: Pool, count: number): number {
  return count * (poolOf(config, count) + besidePool) + besideProcesses;
}

/**
 * Returns how many of `count` processes the database has connections for, at least one. Fewer than an operator asked for
 * is a configuration error. Behind a pooler nothing is compared: the pooler decides.
 */
export async function fittingCount(config: Config, databaseUrl: string, count: number): Promise<number> {
  if (config.databaseListenUrl !== null) return count;
  const allowed = await connectionsAllowed(databaseUrl);
  let fitting = count;
  while (fitting > 1 && connectionsOf(config, fitting) > allowed) fitting -= 1;
  if (fitting < count && config.processes !== 'auto') {
    const needed = connectionsOf(config, count);
    throw new ConfigError([
      `PROCESSES: ${count} processes need ${needed} connections, the database allows ${allowed}; lower PROCESSES or DATABASE_POOL, or raise max_connections`,
    ]);
  }
  return fitting;
}

async function connectionsAllowed(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ ...connectionTo(databaseUrl), application_name: 'tidings' });
  await client.connect();
  try {
    await client.query(forSession(requestLimits));
    // PostgreSQL 16 brought reserved_connections.
    const { rows } = await client.query<{ allowed: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - coalesce(current_setting('reserved_connections', true)::int, 0) AS allowed`,
    );
    return rows[0]?.allowed ?? 0;
  } finally {
    await client.end();
  }
}
