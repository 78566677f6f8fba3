/** The hours of addresses for mail that was emitted earlier and leaves now (docs/rules.md#scheduled-mail). */
import { ofEachWorkspace } from '../../db/by-workspace.ts';
import type { Db, Queryable } from '../../db/connections/pool.ts';
import { requestLimits, type TimeLimits } from '../../db/connections/time-limits.ts';
import { ofAny, rowsOf, statement } from '../../db/rows.ts';
import { hourStart, timesSinceSql } from './address-limit.ts';

export interface AddressOfHour {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly addressHash: Uint8Array;
}

const addresses = rowsOf<AddressOfHour>({
  platform_id: ['text', ({ platformId }) => platformId],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  address_hash: ['bytea', ({ addressHash }) => addressHash],
});

const makeRows = statement({
  name: 'make-hours',
  rows: { i: addresses },
  values: { now: 'timestamptz' },
  // A row that is there is not touched: to find it in conflict would wait for whoever holds it.
  text: ({ i, now }, only) => `
    INSERT INTO emit_rates (platform_id, workspace_id, address_hash, recent, updated_at)
    SELECT DISTINCT i.platform_id, i.workspace_id, i.address_hash, '{}'::timestamptz[], ${now} FROM ${i}
    ${
      only === ofAny
        ? `WHERE NOT EXISTS (
      SELECT FROM emit_rates r WHERE r.workspace_id = i.workspace_id AND r.address_hash = i.address_hash)`
        : `LEFT JOIN emit_rates r ON ${only('r.workspace_id')} AND r.address_hash = i.address_hash WHERE r.workspace_id IS NULL`
    }
    ORDER BY i.workspace_id, i.address_hash
    ON CONFLICT DO NOTHING`,
});

const takeRows = statement({
  name: 'take-hours',
  rows: { i: addresses },
  text: ({ i }, only) => `
    SELECT r.workspace_id AS "workspaceId", r.address_hash AS "addressHash", r.recent FROM emit_rates r
    WHERE (r.workspace_id, r.address_hash) IN (SELECT i.workspace_id, i.address_hash FROM ${i})
      AND ${only('r.workspace_id')}
    FOR NO KEY UPDATE SKIP LOCKED`,
});

const countRows = statement({
  name: 'count-hours',
  rows: { i: addresses },
  values: { now: 'timestamptz', hourSince: 'timestamptz' },
  text: ({ i, now, hourSince }, only) => `
    UPDATE emit_rates r SET recent = ${timesSinceSql('r.recent', hourSince)} || i.added, updated_at = ${now}
    FROM (
      SELECT workspace_id, address_hash, array_agg(${now}::timestamptz) AS added FROM ${i}
      GROUP BY workspace_id, address_hash) i
    WHERE r.workspace_id = i.workspace_id AND ${only('r.workspace_id')} AND r.address_hash = i.address_hash`,
});

const workspaceOf = ({ workspaceId }: AddressOfHour) => workspaceId;
const nameOf = ({ workspaceId, addressHash }: Omit<AddressOfHour, 'platformId'>) =>
  `${workspaceId} ${Buffer.from(addressHash).toString('hex')}`;

export interface TakenHours {
  /** When the address had its latest mails, one array for each address; null where another transaction holds it. */
  recent(address: AddressOfHour): readonly Date[] | null;
  /** Counts a mail to each of these addresses. */
  count(left: readonly AddressOfHour[]): Promise<void>;
}

/** Of the insert of rows: one that another transaction makes is waited for no longer; milliseconds. */
const limits: TimeLimits = { ...requestLimits, lock: 50 };
/** Inserts that may end by such a wait. */
const waitsMax = 12;
/** lock_not_available. */
const waitedLong = '55P03';

/**
 * Makes the rows that are not there. An address whose row another transaction makes stays without one, and so is held;
 * the others are found by halves.
 */
export async function makeHours(db: Db, of: readonly AddressOfHour[], now: Date): Promise<void> {
  const open = [of];
  let waits = 0;
  for (let some = open.shift(); some !== undefined && waits < waitsMax; some = open.shift()) {
    if (some.length === 0 || (await makeAll(db, some, now))) continue;
    waits += 1;
    const half = Math.ceil(some.length / 2);
    if (some.length > 1) open.push(some.slice(0, half), some.slice(half));
  }
}

async function makeAll(db: Db, of: readonly AddressOfHour[], now: Date): Promise<boolean> {
  try {
    await db.transaction(
      (client) =>
        ofEachWorkspace(db, of, workspaceOf, async (some, form) => {
          return (await client.query(form(makeRows)({ i: some, now }))).rows;
        }),
      limits,
    );
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === waitedLong) return false;
    throw error;
  }
}

/**
 * Holds the addresses against emits until the transaction ends, but for those that are held already. Their rows were
 * made before, apart from the transaction.
 */
export async function takeHours(
  db: Db,
  client: Queryable,
  of: readonly AddressOfHour[],
  now: Date,
): Promise<TakenHours> {
  const taken = new Map<string, readonly Date[]>();
  const held = await ofEachWorkspace(db, of, workspaceOf, async (some, form) => {
    const { rows } = await client.query<Omit<AddressOfHour, 'platformId'> & { readonly recent: readonly Date[] }>(
      form(takeRows)({ i: some }),
    );
    return rows;
  });
  for (const row of held) taken.set(nameOf(row), row.recent);
  return {
    recent: (address) => taken.get(nameOf(address)) ?? null,
    async count(left) {
      await ofEachWorkspace(db, left, workspaceOf, async (some, form) => {
        return (await client.query(form(countRows)({ i: some, now, hourSince: hourStart(now) }))).rows;
      });
    },
  };
}
