/** The default partition of a table, which has the rows that no other partition takes (docs/partitions.md). */
import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import { databaseCode } from '../../db/database-code.ts';
import { altering } from './altering.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** A partition that is to be made. */
export interface Place {
  readonly table: string;
  readonly by: PartitionedTable['by'];
  readonly partition: string;
  /** The default partition. */
  readonly rest: string;
  readonly from: { readonly id: string; readonly time: Date };
  readonly to: { readonly id: string; readonly time: Date };
}

/** Rows that are moved out of the default partition at once, at most. */
const rowsMoved = 10_000;

/** Whether the default partition has too many rows of that time. Locks nothing. */
export async function hasTooMany(client: Queryable, { rest, by, from, to }: Place): Promise<boolean> {
  const isDated = by === 'id';
  const { rowCount } = await client.query(
    // The index by time finds them where the table has one, else the primary key or an index of the default partition does.
    `SELECT FROM ${rest} WHERE ${by} >= $1 AND ${by} < $2 ${isDated ? 'AND created_at >= $3 AND created_at < $4' : ''}
     LIMIT ${rowsMoved + 1}`,
    [from.id, to.id, ...(isDated ? [from.time, to.time] : [])],
  );
  return (rowCount ?? 0) > rowsMoved;
}

/** Moves the rows of that time into the table `partition`, which is not attached yet; their number. */
export async function moveRows(client: Queryable, { rest, by, partition, from, to }: Place): Promise<number> {
  const { rowCount } = await client.query(
    `WITH moved AS (DELETE FROM ${rest} WHERE ${by} >= $1 AND ${by} < $2 RETURNING *)
     INSERT INTO ${partition} SELECT * FROM moved`,
    [from.id, to.id],
  );
  return rowCount ?? 0;
}

const checkOf = ({ partition }: Place) => `${partition}_elsewhere`;
const checkViolated = '23514';

/**
 * Proves that the default partition has no row of a time to come, by a constraint that is checked while others write: with it,
 * PostgreSQL attaches the new partition without reading the default one under the lock. Returns whether it has none.
 */
export async function keepOut(app: App, place: Place): Promise<boolean> {
  const { table, rest, by, from, to } = place;
  const added = await altering(app, { table }, async (client) => {
    await letIn(client, place);
    await client.query(
      `ALTER TABLE ${rest} ADD CONSTRAINT ${checkOf(place)} CHECK (NOT (${by} >= '${from.id}' AND ${by} < '${to.id}')) NOT VALID`,
    );
    return true;
  });
  if (added === null) return false;
  try {
    await app.db.transaction(
      (client) => client.query(`ALTER TABLE ${rest} VALIDATE CONSTRAINT ${checkOf(place)}`),
      maintenanceLimits,
    );
    return true;
  } catch (error) {
    await letInAgain(app, place);
    if (databaseCode(error) !== checkViolated) throw error;
    return false;
  }
}

/** Removes what a process that ended left of that constraint. */
export async function letInAgain(app: App, place: Place): Promise<void> {
  const { rowCount } = await app.db.pool.query(
    'SELECT FROM pg_constraint WHERE conrelid = to_regclass($1) AND conname = $2',
    [place.rest, checkOf(place)],
  );
  if (rowCount !== 0) await altering(app, place, (client) => letIn(client, place));
}

/** Removes that constraint. */
export async function letIn(client: Queryable, place: Place): Promise<void> {
  await client.query(`ALTER TABLE ${place.rest} DROP CONSTRAINT IF EXISTS ${checkOf(place)}`);
}
