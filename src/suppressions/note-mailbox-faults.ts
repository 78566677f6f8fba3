import { toAddressesSql } from '../db/address-key.ts';
import { formFor } from '../db/by-workspace.ts';
import type { Db, Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { statement } from '../db/rows.ts';
import { day } from '../ground/time/durations.ts';
import { localDay } from '../ground/time/local-day.ts';
import type { AddressFault } from './address-fault.ts';

/**
 * Different days with a mailbox fault, without a delivery between, after which an address is blocked
 * (docs/rules.md#mailbox-faults).
 */
const faultDays = 5;
/** Time without a bounce after which a relay's acceptance counts as a delivery; milliseconds. */
const relayWordStandsAfter = day;

/** A full or inactive mailbox, found in a session or by a report. */
export interface MailboxFault {
  readonly platformId: string;
  readonly workspaceId: string;
  /** The workspace's own, for its days. */
  readonly timezone: string;
  readonly address: string | null;
  readonly addressHash: Buffer;
  readonly at: Date;
}

/** Records the faults, in the transaction of their cause; returns the addresses to block. */
export async function noteMailboxFaults(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  faults: readonly MailboxFault[],
): Promise<readonly AddressFault[]> {
  const blocked: AddressFault[] = [];
  // Always in the same order, so that two transactions cannot deadlock.
  for (const fault of faults.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const { platformId, workspaceId, address, addressHash, at } = fault;
    if ((await noteFault(db, client, fault)) < faultDays) continue;
    // After a lifted block the count starts from zero.
    await forgetFaults(client, fault);
    blocked.push({ platformId, workspaceId, address, addressHash, reason: 'soft_bounces', blocks: 'all', at });
  }
  return blocked;
}

const keyOf = ({ workspaceId, addressHash }: MailboxFault) => `${workspaceId} ${addressHash.toString('hex')}`;

/** Returns on how many days the address has been at fault. */
async function noteFault(db: Pick<Db, 'isCluster'>, client: Queryable, fault: MailboxFault): Promise<number> {
  const { workspaceId, addressHash, timezone, at } = fault;
  if (await wasDeliveredBetween(db, client, fault)) await forgetFaults(client, fault);
  await client.query(
    `INSERT INTO mailbox_fault_days (workspace_id, address_hash, day, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (workspace_id, address_hash, day) DO UPDATE SET at = greatest(mailbox_fault_days.at, excluded.at)`,
    [workspaceId, addressHash, localDay(timezone, at), at],
  );
  const { rows } = await client.query<{ readonly days: number }>(
    'SELECT count(*)::int AS days FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = $2',
    [workspaceId, addressHash],
  );
  return rows[0]?.days ?? 0;
}

/**
 * From the events to their messages: no index of messages has the address, and no plan may begin with all messages. The
 * planner does not see the address, so that one with very many events without a message makes it read no whole table.
 */
const deliveredSince = statement({
  values: { workspaceId: 'text', addressHash: 'bytea', latest: 'timestamptz', relayedBefore: 'timestamptz' },
  text: ({ workspaceId, addressHash, latest, relayedBefore }, only) => `
    SELECT EXISTS (
      SELECT FROM events e CROSS JOIN LATERAL (
        SELECT FROM messages m
        WHERE m.workspace_id = e.workspace_id AND ${only('m.workspace_id')} AND ${isOfEventSql('m', 'e.id')}
          AND m.simulation IS NULL AND m.state IN ('delivered', 'complained') AND m.ended_at > ${latest}
          AND (m.evidence IN ('exchanger', 'report') OR m.ended_at <= ${relayedBefore}) OFFSET 0) delivered
      WHERE ${toAddressesSql('e', workspaceId, `ARRAY[(SELECT ${addressHash})]`, only)} AND e.mails) AS delivered`,
});

/** Looked up at a fault, since faults are few and deliveries many. */
async function wasDeliveredBetween(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  { workspaceId, addressHash, at }: MailboxFault,
): Promise<boolean> {
  const { rows: faults } = await client.query<{ readonly latest: Date | null }>(
    'SELECT max(at) AS latest FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = $2',
    [workspaceId, addressHash],
  );
  const latest = faults[0]?.latest ?? null;
  if (latest === null) return false;
  const { rows } = await client.query<{ readonly delivered: boolean }>(
    formFor(db, workspaceId)(deliveredSince)({
      workspaceId,
      addressHash,
      latest,
      relayedBefore: new Date(at.getTime() - relayWordStandsAfter),
    }),
  );
  return rows[0]?.delivered ?? false;
}

async function forgetFaults(client: Queryable, { workspaceId, addressHash }: MailboxFault): Promise<void> {
  await client.query('DELETE FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = $2', [
    workspaceId,
    addressHash,
  ]);
}
