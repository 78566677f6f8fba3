/**
 * The index that finds the events of an address (docs/rules.md#address-keys). Addresses come in no order: in an index
 * by address alone, each emit changes a page of its own, of as many as ninety days have. A key has the period of its
 * event in its upper bits, so that new events share the pages of one period, and eight bytes for workspace and address,
 * so that these are few. Two addresses may share a key: who looks events up by key compares workspace and address too.
 */

import { day } from '../ground/time/durations.ts';
import type { Queryable } from './connections/pool.ts';
import { type Only, ofAny, statement } from './rows.ts';

/** SQL: the number of the period of a time: four weeks, from a Monday on, in UTC. */
export const periodSql = (time: string) => `(((${time}) AT TIME ZONE 'UTC')::date - date '2000-01-03') / 28`;

/**
 * SQL: the key as `events_address_key_idx` has it: 24 bits of the period, 40 of workspace and address. All operators of
 * bits bind alike.
 */
const keySql = (period: string, workspaceId: string, addressHash: string) =>
  `(((${period})::bigint << 40)
    | (hashtextextended(${workspaceId} || encode(${addressHash}, 'hex'), 0) & 1099511627775))`;

const keyOfEventSql = (event: string) =>
  keySql(periodSql(`${event}.created_at`), `${event}.workspace_id`, `${event}.address_hash`);

/**
 * SQL: whether an event is of the workspace. The planner does not see that, or it would read all events of a workspace
 * that its statistics do not know yet: it takes them to be few.
 */
export const isOfSql = (event: string, workspaceId: string) => `${event}.workspace_id || '' = ${workspaceId}`;

/**
 * SQL after FROM: the periods that have events, as `alias.number`; five in ninety days. They come from the index, not
 * from the clock: an erasure must find every event, and one that a wrong clock dated adds its own period alone. A shard
 * cannot be asked for the periods of all its workspaces: in the form for one, they are all from the first event of that
 * workspace to its last, and one that a wrong clock dated adds those between too, thirteen a year.
 */
export const periodsSql = (alias: string, only: Only = ofAny) =>
  only === ofAny
    ? metPeriodsSql(alias)
    : `generate_series(${edgePeriodSql(only, 'ASC')}, ${edgePeriodSql(only, 'DESC')}) ${alias} (number)`;

/** An id begins with the time of its event (docs/rules.md#ids). */
const edgePeriodSql = (only: Only, order: 'ASC' | 'DESC') =>
  `(SELECT ${periodSql('o.created_at')} FROM events o WHERE ${only('o.workspace_id')}
    ORDER BY o.workspace_id ${order}, o.id ${order} LIMIT 1)`;

const metPeriodsSql = (alias: string) => `unnest(ARRAY(
  WITH RECURSIVE met (number) AS (
    SELECT (SELECT ${keyOfEventSql('e')} >> 40 FROM events e ORDER BY ${keyOfEventSql('e')} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${keyOfEventSql('e')} >> 40 FROM events e WHERE ${keyOfEventSql('e')} >= (met.number + 1) << 40
            ORDER BY ${keyOfEventSql('e')} LIMIT 1)
    FROM met WHERE met.number IS NOT NULL
  ) SELECT number FROM met WHERE number IS NOT NULL)) ${alias} (number)`;

/** The part of the index that has the events of an address in a workspace and a period; all are SQL. */
export const ofAddress = (event: string, period: string, workspaceId: string, addressHash: string) => ({
  prefix: [{ column: keyOfEventSql(event), sql: keySql(period, workspaceId, addressHash) }],
  only: `${isOfSql(event, workspaceId)} AND ${event}.address_hash = ${addressHash}`,
});

/** SQL: whether an event of the workspace is for one of the addresses; `addressHashes` is an array. */
export const toAddressesSql = (event: string, workspaceId: string, addressHashes: string, only: Only = ofAny) =>
  `(${isOfSql(event, workspaceId)} AND ${only(`${event}.workspace_id`)} AND ${event}.address_hash = ANY(${addressHashes})
    AND ${keyOfEventSql(event)} = ANY(ARRAY(
      SELECT ${keySql('period.number', workspaceId, 'sought.hash')}
      FROM unnest(${addressHashes}) sought (hash), ${periodsSql('period', only)})))`;

/** SQL: whether an event of the workspace is for one of the addresses, or of one of the contacts; both are arrays. */
export const ofPersonSql = (
  event: string,
  workspaceId: string,
  addressHashes: string,
  contactIds: string,
  only: Only = ofAny,
) =>
  `(${toAddressesSql(event, workspaceId, addressHashes, only)}
    OR ${event}.workspace_id = ${workspaceId} AND ${event}.contact_id = ANY(${contactIds}))`;

const findNext = statement({
  values: { from: 'timestamptz' },
  text: ({ from }) => `SELECT ${periodSql('min(o.created_at)')} AS number FROM events o WHERE o.created_at >= ${from}`,
});

/** The division rounds towards the period 0. */
const endOfPeriod = (number: number) =>
  new Date(Date.UTC(2000, 0, 3) + (number < 0 ? 28 * number + 1 : 28 * (number + 1)) * day);

/** The periods that have an event of any workspace: a cluster, all of whose shards are asked, finds one after the other. */
export async function readPeriods(db: Queryable): Promise<readonly number[]> {
  const periods: number[] = [];
  for (let from = new Date(0); ; ) {
    const { rows } = await db.query<{ readonly number: number | null }>(findNext({ from }));
    const number = rows[0]?.number ?? null;
    if (number === null) return periods;
    periods.push(number);
    from = endOfPeriod(number);
  }
}

/** Arrays of ids of workspaces, of addresses and of periods; all are SQL. */
type HeldSql = Readonly<Record<'workspaceIds' | 'addressHashes' | 'periods', string>>;

/** SQL: whether an event is of one of the workspaces and for one of the addresses, in the form for all shards of a cluster. */
export const toAddressesOfSql = (event: string, { workspaceIds, addressHashes, periods }: HeldSql) =>
  `(${event}.workspace_id || '' = ANY(${workspaceIds}) AND ${event}.address_hash = ANY(${addressHashes})
    AND ${keyOfEventSql(event)} = ANY(ARRAY(
      SELECT ${keySql('period.number', 'within.id', 'sought.hash')}
      FROM unnest(${workspaceIds}) within (id), unnest(${addressHashes}) sought (hash),
        unnest(${periods}) period (number))))`;
