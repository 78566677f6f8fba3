/**
 * The 30 emits an hour of an address (contract, Limits): a sliding hour, kept in one row for each workspace and
 * address. Rows are taken in sorted order, so that two batches cannot lock each other out; an erasure takes the same
 * row, so an emit and an erasure of one address follow one another.
 */
import type { Queryable } from '../db/pool.ts';
import type { AcceptedEmit } from './decide-emit.ts';

const emitsAnHour = 30;
const hour = 60 * 60 * 1000;

interface Taken {
  readonly workspaceId: string;
  readonly addressHash: Buffer;
  readonly times: Date[];
}

const statement = `
INSERT INTO emit_rates AS r (platform_id, workspace_id, address_hash, recent, updated_at)
SELECT platform_id, workspace_id, address_hash,
       ARRAY(SELECT t::timestamptz FROM jsonb_array_elements_text(times) t), $5
FROM unnest($1::text[], $2::text[], $3::bytea[], $4::jsonb[]) AS i (platform_id, workspace_id, address_hash, times)
ORDER BY workspace_id, address_hash
ON CONFLICT (workspace_id, address_hash) DO UPDATE
  SET recent = ARRAY(SELECT t FROM unnest(r.recent) t WHERE t > $6 ORDER BY t) || excluded.recent,
      updated_at = excluded.updated_at
  WHERE cardinality(excluded.recent) = 0
     OR (SELECT count(*) FROM unnest(r.recent) t WHERE t > $6) + cardinality(excluded.recent) <= ${emitsAnHour}
RETURNING workspace_id || encode(address_hash, 'hex') AS taken`;

const rateKey = (workspaceId: string, addressHash: Buffer) => workspaceId + addressHash.toString('hex');

/** Locks and counts each address of the batch; gives the emits whose address has had its 30. */
export async function takeRates(
  client: Queryable,
  emits: readonly AcceptedEmit[],
  now: Date,
): Promise<readonly AcceptedEmit[]> {
  const rates = new Map<string, Taken & { readonly platformId: string }>();
  for (const { work, workspaceId, addressHash, record, createdAt } of emits) {
    const key = rateKey(workspaceId, addressHash);
    const rate = rates.get(key) ?? { platformId: work.platformId, workspaceId, addressHash, times: [] };
    // An emit of a type without template mails nobody, so it takes the lock and counts nothing.
    if (record.message !== null) rate.times.push(createdAt);
    rates.set(key, rate);
  }
  const merged = [...rates.values()];
  const tooMany = new Set([...rates].flatMap(([key, { times }]) => (times.length > emitsAnHour ? [key] : [])));
  if (tooMany.size > 0) {
    return emits.filter(({ workspaceId, addressHash }) => tooMany.has(rateKey(workspaceId, addressHash)));
  }
  const { rows } = await client.query<{ taken: string }>({
    name: 'take-rates',
    text: statement,
    values: [
      merged.map(({ platformId }) => platformId),
      merged.map(({ workspaceId }) => workspaceId),
      merged.map(({ addressHash }) => addressHash),
      merged.map(({ times }) => JSON.stringify(times)),
      now,
      new Date(now.getTime() - hour),
    ],
  });
  const taken = new Set(rows.map((row) => row.taken));
  return emits.filter(({ workspaceId, addressHash }) => !taken.has(rateKey(workspaceId, addressHash)));
}

/** Seconds until the oldest of an address' 30 emits is an hour old. */
export async function secondsUntilFree(client: Queryable, emit: AcceptedEmit, now: Date): Promise<number> {
  const { rows } = await client.query<{ oldest: Date | null }>(
    `SELECT min(t) AS oldest FROM emit_rates, unnest(recent) t
     WHERE workspace_id = $1 AND address_hash = $2 AND t > $3`,
    [emit.workspaceId, emit.addressHash, new Date(now.getTime() - hour)],
  );
  const oldest = rows[0]?.oldest ?? now;
  return Math.max(1, Math.ceil((oldest.getTime() + hour - now.getTime()) / 1000));
}

/** Takes the rows of addresses for the length of a transaction: no emit to one of them is half done meanwhile. */
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
