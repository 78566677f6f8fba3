/** Makes and drops partitions, each in a transaction of its own. */
import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import { idAt } from '../../ground/ids.ts';
import { day } from '../../ground/time/durations.ts';
import { altering } from './altering.ts';
import { hasTooMany, keepOut, letIn, letInAgain, moveRows, type Place } from './default-partition.ts';
import { createApart } from './new-partition.ts';
import { type PartitionedTable, partitionName } from './partitioned-tables.ts';

/** Before their time, rows are kept out of the default partition until then: the check takes far less; milliseconds. */
const refusedBefore = day;

/**
 * Makes the partition that begins at `start`, with the rows of its time that are in the default partition. While these
 * are too many, nothing is made, and they stay where they are.
 */
export async function makePartition(app: App, table: PartitionedTable, start: Date): Promise<void> {
  const place = placeOf(table, start);
  const { partition, rest } = place;
  const { log, db, clock } = app;
  // Rows of the present come all the time, and must not be refused.
  const isNear = start.getTime() <= clock.now().getTime() + refusedBefore;
  if (isNear) await letInAgain(app, place);
  if (await hasTooMany(db.pool, place)) {
    log.warn({ partition }, 'a partition is not made: its time has too many rows already');
    return;
  }
  const mayKeepOut = !isNear && (await db.pool.query(`SELECT FROM ${rest} LIMIT 1`)).rowCount !== 0;
  const isEmpty = mayKeepOut && (await keepOut(app, place));
  const prepare = async (client: Queryable) => {
    // Another process may have made it just now.
    if ((await client.query('SELECT FROM pg_inherits WHERE inhrelid = to_regclass($1)', [partition])).rowCount !== 0)
      return false;
    await createApart(db, client, { table: table.name, partition });
    return true;
  };
  const moved = await altering(app, { table: table.name, prepare }, async (client) => {
    const count = isEmpty ? 0 : await moveRows(client, place);
    await client.query(
      `ALTER TABLE ${table.name} ATTACH PARTITION ${partition} FOR VALUES FROM ('${place.from.id}') TO ('${place.to.id}')`,
    );
    await letIn(client, place);
    return count;
  });
  if (moved === null) return;
  log.info({ partition, moved }, 'partition made');
  // Autovacuum analyses the partitions and never the whole, whose statistics plan joins.
  await db.transaction((client) => client.query(`ANALYZE ${table.name}`), maintenanceLimits);
}

function placeOf(table: PartitionedTable, start: Date): Place {
  const end = new Date(start.getTime() + table.span);
  return {
    table: table.name,
    by: table.by,
    partition: partitionName(table, start),
    rest: `${table.name}_default`,
    from: { id: idAt(start), time: start },
    to: { id: idAt(end), time: end },
  };
}

export async function dropPartition(app: App, table: string, partition: string): Promise<void> {
  const dropped = await altering(app, { table, dropped: partition }, (client) =>
    client.query(`DROP TABLE ${partition}`),
  );
  if (dropped !== null) app.log.info({ partition }, 'partition dropped: its rows have exceeded their retention');
}
