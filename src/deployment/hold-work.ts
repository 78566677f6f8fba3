/**
 * Sets aside what waited or was under way before a restore, in bounded batches. Held mail is due when it expires, and a
 * held webhook when its round ends: no claim takes them, and no claim of other work reads past them.
 */
import type { Db, Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { statement } from '../db/rows.ts';
import { apart, fromSql, moves, scheduledSql, toSql } from '../messages/states/message-states.ts';
import { hourWait } from '../messages/states/send-at.ts';
import { roundTime } from '../webhooks/delivery/webhook-schedule.ts';
import { heldMarks, isHeldSql } from './held-mail.ts';

/** Rows of one transaction, at most. */
const rowsABatch = 1_000;

interface Batch {
  readonly count: number;
  /** Where the next batch continues; null for an empty batch. */
  readonly last: Date | null;
}

/** In the order of the index by expiry, which holding does not change. */
const holdQueued = statement({
  values: { before: 'timestamptz', after: 'timestamptz' },
  text: ({ before, after }) => `
    WITH found AS (
      SELECT workspace_id, id FROM messages
      WHERE ${apart(fromSql('state', moves.claim))} AND expires_at >= ${after} AND created_at < ${before}
        AND NOT coalesce(${isHeldSql('waits_for')}, false)
      ORDER BY expires_at LIMIT ${rowsABatch} FOR NO KEY UPDATE
    ), held AS (
      UPDATE messages m SET due_at = m.expires_at, waits_for = '${heldMarks.queued}'
      FROM found f WHERE m.workspace_id = f.workspace_id AND m.id = f.id
      RETURNING m.expires_at
    )
    SELECT count(*)::int AS count, max(expires_at) AS last FROM held`,
});

/**
 * Mail that leaves later may have left since the backup where its time is before the restore: it is held like mail that
 * waited. Other such mail leaves at its time (docs/rules.md#restored-database).
 */
const holdScheduled = statement({
  values: { before: 'timestamptz', after: 'timestamptz' },
  text: ({ before, after }) => `
    WITH found AS (
      SELECT workspace_id, id, due_at FROM messages
      WHERE ${scheduledSql('state')} AND due_at >= ${after} AND send_at < ${before} AND created_at < ${before}
        AND due_at < ${before}::timestamptz + make_interval(secs => ${hourWait / 1_000})
      ORDER BY due_at LIMIT ${rowsABatch} FOR NO KEY UPDATE
    ), held AS (
      UPDATE messages m SET state = ${toSql(moves.release)}, due_at = m.expires_at, waits_for = '${heldMarks.queued}',
        sending_domain_id = CASE WHEN m.simulation IS NULL THEN (
          SELECT d.id FROM sending_domains d WHERE d.platform_id = m.platform_id) END
      FROM found f WHERE m.workspace_id = f.workspace_id AND m.id = f.id
      RETURNING f.due_at
    )
    SELECT count(*)::int AS count, max(due_at) AS last FROM held`,
});

const holdSending = statement({
  values: { before: 'timestamptz', after: 'timestamptz' },
  text: ({ before, after }) => `
    WITH found AS (
      SELECT workspace_id, id FROM messages
      WHERE ${apart(fromSql('state', moves.lostLease))} AND coalesce(lease_until >= ${after}, true) AND created_at < ${before}
      ORDER BY lease_until LIMIT ${rowsABatch} FOR NO KEY UPDATE
    ), held AS (
      UPDATE messages m SET state = ${toSql(moves.lostLease)}, lease_until = NULL, due_at = m.expires_at,
        waits_for = '${heldMarks.sending}'
      FROM found f WHERE m.workspace_id = f.workspace_id AND m.id = f.id
      RETURNING m.id
    )
    -- Those that were held are not found again.
    SELECT count(*)::int AS count, ${after} AS last FROM held`,
});

const holdWebhooks = statement({
  values: { before: 'timestamptz', after: 'timestamptz' },
  text: ({ before, after }) => `
    WITH found AS (
      SELECT h.platform_id, h.id, p.round_started_at FROM pending_webhooks p JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
      WHERE p.round_started_at >= ${after} AND p.round_started_at < ${before} AND NOT p.held
      ORDER BY p.round_started_at LIMIT ${rowsABatch} FOR NO KEY UPDATE OF h
    ), held AS (
      UPDATE pending_webhooks p
      SET held = true, lease_until = NULL, due_at = p.round_started_at + make_interval(secs => ${roundTime / 1_000})
      FROM found f WHERE p.platform_id = f.platform_id AND p.id = f.id
      RETURNING p.id
    )
    -- A result may have ended one of those found: the batch was full, and there can be more.
    SELECT count(*)::int AS count, max(round_started_at) AS last FROM found`,
});

export interface HeldNow {
  readonly mail: number;
  readonly webhooks: number;
}

/** Holds what is from before that time and not held already. Safe from several processes, and again after a kill. */
export async function holdWork(db: Db, before: Date): Promise<HeldNow> {
  const sending = await inBatches(db, (client, after) => client.query<Batch>(holdSending({ before, after })));
  const queued = await inBatches(db, (client, after) => client.query<Batch>(holdQueued({ before, after })));
  const scheduled = await inBatches(db, (client, after) => client.query<Batch>(holdScheduled({ before, after })));
  const webhooks = await inBatches(db, (client, after) => client.query<Batch>(holdWebhooks({ before, after })));
  return { mail: sending + queued + scheduled, webhooks };
}

/** Runs the statement until a batch is not full; the number of rows. Each batch is a transaction of its own. */
async function inBatches(
  db: Db,
  batch: (client: Queryable, after: Date) => Promise<{ readonly rows: readonly Batch[] }>,
): Promise<number> {
  let total = 0;
  for (let after: Date | null = new Date(0); after !== null; ) {
    const from: Date = after;
    const { rows } = await db.transaction((client) => batch(client, from), maintenanceLimits);
    const { count, last } = rows[0] ?? { count: 0, last: null };
    total += count;
    after = count < rowsABatch ? null : last;
  }
  return total;
}
