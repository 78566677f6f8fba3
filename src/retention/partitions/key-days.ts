/**
 * The days of the idempotency keys (docs/rules.md#days-of-idempotency-keys): a partition for each, of which one is open at a
 * time. The default of the column `day` names it, so all new keys go there, whatever the clock of the process that writes
 * them.
 */
import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { day } from '../../ground/time/durations.ts';
import { keptSince, keyLifetime } from '../lifetimes.ts';
import { dropPartition } from './alter-partitions.ts';
import { altering } from './altering.ts';
import { createApart } from './new-partition.ts';

const table = 'idempotency_keys';

interface KeyDay {
  readonly name: string;
  /** Its beginning. */
  readonly start: Date;
}

/** Opens the day of the present, and drops the days of which every key has expired. */
export async function sweepKeyDays(app: App): Promise<void> {
  if (app.clock.isSound?.() === false) return;
  const now = app.clock.now();
  const today = new Date(Math.floor(now.getTime() / day) * day);
  const days = await readKeyDays(app.db.pool);
  if (!hasBegun(days, today)) await openDay(app, today);
  // The newest may be the open one.
  for (const each of expired(days.slice(0, -1), now)) {
    const last = await lastKeyAt(app, each);
    if (last === null || last <= keptSince(keyLifetime, now)) await dropPartition(app, table, each.name);
  }
}

/** Whether that day was opened, or a later one, by a clock that is ahead: it stays open. */
const hasBegun = (days: readonly KeyDay[], start: Date) => days.some((each) => each.start >= start);

/** In order. Without the default partition, which has the keys of before the first day. */
async function readKeyDays(client: Queryable): Promise<readonly KeyDay[]> {
  const { rows } = await client.query<KeyDay>(
    `SELECT c.relname AS name,
       (substring(pg_get_expr(c.relpartbound, c.oid) FROM '\\d{4}-\\d\\d-\\d\\d') || 'T00:00:00Z')::timestamptz AS start
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass($1) AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' ORDER BY start`,
    [table],
  );
  return rows;
}

const endOf = ({ start }: KeyDay) => new Date(start.getTime() + day);

/** Days that ended longer ago than a key is kept. */
function expired(days: readonly KeyDay[], now: Date): readonly KeyDay[] {
  return days.filter((each) => endOf(each) <= keptSince(keyLifetime, now));
}

/** When its last key was written: a day was open for longer than it lasted where the next one was opened late. */
async function lastKeyAt(app: App, { start }: KeyDay): Promise<Date | null> {
  const { rows } = await app.db.pool.query<{ at: Date }>(
    `SELECT created_at AS at FROM ${table} WHERE day = $1::date ORDER BY created_at DESC LIMIT 1`,
    [dateOf(start)],
  );
  return rows[0]?.at ?? null;
}

const dateOf = (start: Date) => start.toISOString().slice(0, 10);

/**
 * Nobody writes a key meanwhile. A statement that writes one sees the database as it is once it has the table: one of before
 * has committed its key to the day before, and one that waits here sees that key and writes to the new day. So two
 * statements that do not see each other's keys write to the same partition, whose primary key lets one of them pass.
 */
async function openDay(app: App, start: Date): Promise<void> {
  const date = dateOf(start);
  const partition = `${table}_p${date.replaceAll('-', '')}`;
  const prepare = async (client: Queryable) => {
    if (hasBegun(await readKeyDays(client), start)) return false;
    await createApart(app.db, client, { table, partition });
    return true;
  };
  const opened = await altering(app, { table, prepare }, async (client) => {
    await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES IN ('${date}')`);
    await client.query(`ALTER TABLE ONLY ${table} ALTER COLUMN day SET DEFAULT '${date}'`);
    return true;
  });
  if (opened !== null) app.log.info({ partition }, 'partition made');
}

/** For how long a day should have been dropped, or should not have been open any more; seconds, 0 where none is late. */
export async function keyDayLag(app: App): Promise<number> {
  const now = app.clock.now();
  const days = await readKeyDays(app.db.pool);
  const newest = days.at(-1);
  let lag = 0;
  for (const each of expired(days, now)) {
    // The newest may be open: its first keys stay for as long as keys are added.
    const last = each === newest ? null : await lastKeyAt(app, each);
    const end = Math.max(endOf(each).getTime(), last?.getTime() ?? 0);
    lag = Math.max(lag, keptSince(keyLifetime, now).getTime() - end);
  }
  return lag / 1_000;
}
