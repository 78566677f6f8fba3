/**
 * What a database says of its migrations, in the table that Prisma's own commands keep (docs/rules.md#migrations). A
 * column of ours, `oldest`, says to versions that do not have a migration's files whether they work beside it.
 */
import type pg from 'pg';

/** A migration that was begun, and not taken back. */
export interface HistoryRow {
  readonly id: string;
  readonly name: string;
  /** Of the script, as Prisma computes it: SHA-256 in hexadecimal. */
  readonly checksum: string;
  readonly isDone: boolean;
  /** Steps that are done. */
  readonly steps: number;
  /** The last migration that the oldest version which works beside this one has; null: none does. */
  readonly oldest: string | null;
}

/** Null for a database that was never migrated. */
export async function readHistory(client: Pick<pg.ClientBase, 'query'>): Promise<readonly HistoryRow[] | null> {
  const table = await client.query<{ present: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`,
  );
  if (!table.rows[0]?.present) return null;
  const { rows } = await client.query<HistoryRow>(history);
  return rows;
}

/** Prisma makes the table without our column. */
const history = `
  SELECT id, migration_name AS name, checksum, finished_at IS NOT NULL AS "isDone", applied_steps_count AS steps,
    to_jsonb(m) ->> 'oldest' AS oldest
  FROM _prisma_migrations m WHERE rolled_back_at IS NULL
  ORDER BY migration_name, started_at`;

/** Makes the table as Prisma does, with our column. */
export const historyTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  );
  ALTER TABLE _prisma_migrations ADD COLUMN IF NOT EXISTS oldest VARCHAR(255)`;
