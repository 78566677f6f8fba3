import type { App } from '../context.ts';
import { pulseName } from '../db/connections/pulse.ts';
import { statement } from '../db/rows.ts';

/** Processes that are shown, at most. */
const processesMax = 100;

export interface ServiceProcess {
  /** `4711@host`. */
  readonly name: string;
  readonly roles: readonly string[];
  readonly connectedSince: Date;
  /** By how many seconds the clock of its machine is ahead of the database's; 0 while they agree. */
  readonly clockOffsetSeconds: number;
}

const pulses = statement({
  values: { pulse: 'text' },
  text: ({ pulse }) => `
    SELECT split_part(application_name, ' ', 3) AS name, string_to_array(split_part(application_name, ' ', 2), ',') AS roles,
           min(backend_start) AS "connectedSince", (array_agg(ahead ORDER BY abs(ahead) DESC))[1] AS "clockOffsetSeconds"
    FROM pg_stat_activity, LATERAL (
      SELECT coalesce(substring(split_part(application_name, ' ', 1) FROM '([+-][0-9]{1,9})$')::int, 0) AS ahead) c
    WHERE datname = current_database()
      AND split_part(application_name, ' ', 1) ~ ('^' || ${pulse} || '([+-][0-9]{1,9})?$')
    GROUP BY 1, 2 ORDER BY 1 LIMIT ${processesMax}`,
});

/**
 * For the operator: the processes that live. Each holds a connection that watches the database, under its name, and
 * loses it when it ends, however it ends.
 */
export async function listProcesses({ db }: App): Promise<ServiceProcess[]> {
  const { rows } = await db.pool.query<ServiceProcess>(pulses({ pulse: pulseName }));
  return rows;
}
