import type { App } from '../context.ts';
import { pulseName } from '../db/pulse.ts';
import { statement } from '../db/rows.ts';

/** Processes that are shown, at most. */
const processesMax = 100;

export interface ServiceProcess {
  /** `4711@host`. */
  readonly name: string;
  readonly roles: readonly string[];
  readonly connectedSince: Date;
}

const pulses = statement({
  values: { pulse: 'text' },
  text: ({ pulse }) => `
    SELECT split_part(application_name, ' ', 3) AS name, string_to_array(split_part(application_name, ' ', 2), ',') AS roles,
           min(backend_start) AS "connectedSince"
    FROM pg_stat_activity
    WHERE datname = current_database() AND split_part(application_name, ' ', 1) = ${pulse}
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
