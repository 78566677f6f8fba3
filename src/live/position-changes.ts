/**
 * Gives positions to committed changes. Transactions commit in another order than they write, so the number that a row
 * gets when it is written says nothing about what a reader has seen. A position is given after the commit, under a lock
 * and in a transaction of its own: whoever sees a position sees every lower one (docs/rules.md#live-feed).
 */
import type { Db } from '../db/pool.ts';

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

/** Returns a position that every change committed before has, or is below; and every later one is above. */
export async function positionChanges(db: Db): Promise<string> {
  for (;;) {
    const { changes, position } = await db.transaction(async (client) => {
      // The next statement's snapshot then has all positions that others gave.
      await client.query('SELECT pg_advisory_xact_lock($1)', [positionLock]);
      const { rows } = await client.query<{ changes: number }>(give);
      const last = await client.query<{ position: string }>(`SELECT ${sequence}::text AS position`);
      return { changes: rows[0]?.changes ?? 0, position: last.rows[0]?.position ?? '0' };
    });
    if (changes < changesATime) return position;
  }
}
