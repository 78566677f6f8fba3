import type pg from 'pg';
import type { ClockReading } from '../clock/database-clock.ts';

/** The query of the pulse: the database's time, and whether it only reads, as a standby does. */
export const pulseQuestion = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
  current_setting('transaction_read_only') = 'on' AS "onlyReads"`;

/** The row that answers `pulseQuestion`. */
export interface PulseRow {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onlyReads: boolean;
}

/** Asks the question of the pulse. */
export async function readPulse(
  client: Pick<pg.ClientBase, 'query'>,
  monotonic: () => number,
): Promise<ClockReading & Pick<PulseRow, 'onlyReads'>> {
  const asked = monotonic();
  const { rows } = await client.query<PulseRow>(pulseQuestion);
  const answered = monotonic();
  return { asked, answered, database: rows[0]?.now ?? Number.NaN, onlyReads: rows[0]?.onlyReads ?? true };
}
