/**
 * Work that one process of all does at a time: sweeps. The others skip it and come again later. Each lock's number is
 * the same in every version, so that processes of two versions do not work at once.
 */
import type { Db, Queryable } from '../connections/pool.ts';
import { maintenanceLimits, type TimeLimits } from '../connections/time-limits.ts';
import { indexesOnly } from '../index-settings.ts';

const locks = {
  sweepMessages: 7_461_011,
  sweepWebhooks: 7_461_012,
  sweepLive: 7_461_017,
  sweepRetention: 7_461_021,
  sweepHealth: 7_461_022,
  analyzeGrowth: 7_461_031,
  foldFigures: 7_461_041,
  sweepPartitions: 7_461_051,
  releaseMessages: 7_461_061,
  movePictures: 7_461_071,
} as const;

/**
 * Runs `work` in a transaction with the limits of maintenance, whose statements read by indexes alone, or with what is given
 * (docs/rules.md#plans-of-statements). Returns null, without a run, while another process works under the same lock.
 */
export function oneAtATime<Result>(
  db: Db,
  lock: keyof typeof locks,
  work: (client: Queryable) => Promise<Result>,
  limits: TimeLimits = maintenanceLimits,
  settings: readonly string[] = indexesOnly,
): Promise<Result | null> {
  return db.transaction(
    async (client) => {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
        locks[lock],
      ]);
      return rows[0]?.mine ? work(client) : null;
    },
    limits,
    settings,
  );
}
