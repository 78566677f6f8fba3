/**
 * Gives positions to committed changes. Transactions commit in another order than they write, so the number that a row
 * gets when it is written says nothing about what a reader has seen. A position is given after the commit, under a lock
 * and in a transaction of its own: whoever sees a position sees every lower one (docs/rules.md#live-feed).
 */
import type pg from 'pg';
import type { Db } from '../db/connections/pool.ts';

/** The key of an advisory lock; no other lock of the service has it. */
const positionLock = 7_461_016;

/** Changes that get their positions in one transaction, at most. */
const changesATime = 5_000;

const sequence = `nextval('live_changes_seq_seq')`;

// The subquery is sorted before its rows get their numbers. Changes of one row of the service keep the order of their
// transactions, since the later one waited for the lock of the row.
const give = `
  WITH numbered AS MATERIALIZED (
    SELECT seq, ${sequence} AS position
    FROM (SELECT seq FROM live_changes WHERE position IS NULL ORDER BY seq LIMIT ${changesATime}) fresh
  ), given AS (
    UPDATE live_changes c SET position = n.position FROM numbered n WHERE c.seq = n.seq
  )
  SELECT count(*)::int AS changes FROM numbered`;

/**
 * One message, and so one transaction, which no busy process makes longer: all processes wait for its lock. Each of its
 * statements has a snapshot of its own, so the second one sees all positions that others gave.
 */
const giveAlone = `
  SELECT pg_advisory_xact_lock(${positionLock});
  ${give};
  SELECT ${sequence}::text AS position`;

/** Returns a position that every change committed before has, or is below; and every later one is above. */
export async function positionChanges({ pool }: Db): Promise<string> {
  for (;;) {
    // The driver returns a result for each statement; its types know one.
    const results = (await pool.query(giveAlone)) as unknown as readonly pg.QueryResult[];
    const [, given, last] = results.map(({ rows: [row] }) => row);
    if (given.changes < changesATime) return last.position;
  }
}
