/**
 * Counts emits against the hour of their addresses (sliding-hour.ts). Rows are locked in sorted order, so that two
 * batches cannot deadlock. An erasure locks the same row, so an emit and an erasure of one address never overlap.
 */
import type { Queryable } from '../db/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { AcceptedEmit } from './decide-emit.ts';
import { fitsHourSql, hourStart, isOverHour, secondsUntilOld, timesSinceSql } from './sliding-hour.ts';

interface Taken {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly addressHash: Buffer;
  readonly times: Date[];
}

const takenRows = rowsOf<Taken>({
  platform_id: ['text', ({ platformId }) => platformId],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  address_hash: ['bytea', ({ addressHash }) => addressHash],
  times: ['jsonb', ({ times }) => JSON.stringify(times)],
});

const take = statement({
  name: 'take-rates',
  rows: { i: takenRows },
  values: { now: 'timestamptz', since: 'timestamptz' },
  text: ({ i, now, since }) => `
INSERT INTO emit_rates AS r (platform_id, workspace_id, address_hash, recent, updated_at)
SELECT platform_id, workspace_id, address_hash,
       ARRAY(SELECT t::timestamptz FROM jsonb_array_elements_text(times) t), ${now}
FROM ${i}
ORDER BY workspace_id, address_hash
ON CONFLICT (workspace_id, address_hash) DO UPDATE
  SET recent = ${timesSinceSql('r.recent', since)} || excluded.recent,
      updated_at = excluded.updated_at
  WHERE ${fitsHourSql('r.recent', 'excluded.recent', since)}
RETURNING workspace_id || encode(address_hash, 'hex') AS taken`,
});

const rateKey = (workspaceId: string, addressHash: Buffer) => workspaceId + addressHash.toString('hex');

/** Locks and counts each address of the batch; returns the emits whose address is over its 30. */
export async function takeRates(
  client: Queryable,
  emits: readonly AcceptedEmit[],
  now: Date,
): Promise<readonly AcceptedEmit[]> {
  const rates = new Map<string, Taken>();
  for (const { work, workspaceId, addressHash, record, createdAt } of emits) {
    const key = rateKey(workspaceId, addressHash);
    const rate = rates.get(key) ?? { platformId: work.platformId, workspaceId, addressHash, times: [] };
    // An emit of a type without a template sends no mail: it takes the lock and counts nothing.
    if (record.message !== null) rate.times.push(createdAt);
    rates.set(key, rate);
  }
  const merged = [...rates.values()];
  const tooMany = new Set([...rates].flatMap(([key, { times }]) => (isOverHour(times.length) ? [key] : [])));
  if (tooMany.size > 0) {
    return emits.filter(({ workspaceId, addressHash }) => tooMany.has(rateKey(workspaceId, addressHash)));
  }
  const { rows } = await client.query<{ taken: string }>(take({ i: merged, now, since: hourStart(now) }));
  const taken = new Set(rows.map((row) => row.taken));
  return emits.filter(({ workspaceId, addressHash }) => !taken.has(rateKey(workspaceId, addressHash)));
}

/** Returns the seconds until the oldest of an address' 30 emits is an hour old. */
export async function secondsUntilFree(client: Queryable, emit: AcceptedEmit, now: Date): Promise<number> {
  const { rows } = await client.query<{ oldest: Date | null }>(
    `SELECT min(t) AS oldest FROM emit_rates, unnest(recent) t
     WHERE workspace_id = $1 AND address_hash = $2 AND t > $3`,
    [emit.workspaceId, emit.addressHash, hourStart(now)],
  );
  return secondsUntilOld(rows[0]?.oldest ?? now, now);
}

/** Locks the rows of addresses until the transaction ends, so that no emit to one of them is half done meanwhile. */
export async function lockAddresses(
  client: Queryable,
  { platformId, workspaceId }: { readonly platformId: string; readonly workspaceId: string },
  addressHashes: readonly Uint8Array[],
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO emit_rates AS r (platform_id, workspace_id, address_hash, recent, updated_at)
     SELECT DISTINCT $1, $2, hash, '{}'::timestamptz[], $4::timestamptz FROM unnest($3::bytea[]) hash
     ORDER BY hash
     ON CONFLICT (workspace_id, address_hash) DO UPDATE SET updated_at = r.updated_at`,
    [platformId, workspaceId, addressHashes, now],
  );
}
