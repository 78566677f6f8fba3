/** What the operator decides about mail and webhooks that are held after a restore (docs/rules.md#restored-database). */
import type { App } from '../context.ts';
import { type Form, formOf, inWorkspaces } from '../db/by-workspace.ts';
import type { Db } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { lockedPartSql } from '../db/locked-part-sql.ts';
import { type Only, statement } from '../db/rows.ts';
import { endByTime } from '../messages/outcomes/end-by-time.ts';
import { failSql, failValues, moveToFailed, rowsABatch } from '../messages/outcomes/move-to-failed.ts';
import { apart, endSql, fromSql, moves, scheduledSql } from '../messages/states/message-states.ts';
import { failPendingSql, feedFailed, feedFailedSql } from '../webhooks/delivery/fail-pending-sql.ts';
import { removePendingSql } from '../webhooks/pending-sql.ts';
import { isHeldSql } from './held-mail.ts';

/**
 * `send`: it goes out as if it had just become due. `expire`: it ends as if its time were over. `cancel`: it ends by an
 * act; a cancelled webhook is removed, so that nobody sends it again.
 */
export const decisions = ['send', 'expire', 'cancel'] as const;
export type Decision = (typeof decisions)[number];

export interface HeldCounts {
  /** Mail that waited, and mail of which an attempt was under way. */
  readonly queued: number;
  readonly sending: number;
  readonly webhooks: number;
}

const isHeldMail = `${apart(fromSql('state', moves.claim))} AND ${isHeldSql('waits_for')} AND recipient IS NOT NULL`;

const heldMail = (only: Only) => `
  SELECT workspace_id, id FROM messages WHERE ${isHeldMail} AND ${only('workspace_id')}
  ORDER BY expires_at LIMIT ${rowsABatch} FOR NO KEY UPDATE`;

const findHeld = statement({
  text: () =>
    `SELECT workspace_id AS "workspaceId" FROM messages WHERE ${isHeldMail} ORDER BY expires_at LIMIT ${rowsABatch}`,
});

const heldWebhooks = (limit: number) => `
  SELECT h.platform_id, h.id FROM pending_webhooks p
  JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
  WHERE p.held ORDER BY p.round_started_at LIMIT ${limit} FOR NO KEY UPDATE OF h`;

const countHeld = `
  SELECT count(*) FILTER (WHERE waits_for LIKE '%:queued')::int AS queued,
    count(*) FILTER (WHERE waits_for LIKE '%:sending')::int AS sending
  FROM messages WHERE ${isHeldMail}`;

export async function countHeldWork(db: Db): Promise<HeldCounts> {
  return await db.transaction(async (client) => {
    const mail = await client.query<Omit<HeldCounts, 'webhooks'>>(countHeld);
    const held = await client.query<Pick<HeldCounts, 'webhooks'>>(
      'SELECT count(*)::int AS webhooks FROM pending_webhooks WHERE held',
    );
    return { ...{ queued: 0, sending: 0, webhooks: 0 }, ...mail.rows[0], ...held.rows[0] };
  }, maintenanceLimits);
}

const countScheduled = `SELECT count(*)::int AS count FROM messages WHERE ${scheduledSql('state')} AND recipient IS NOT NULL`;

/** Mail that leaves later, as the backup has it. It is not held. */
export async function countScheduledMail(db: Db): Promise<number> {
  const { rows } = await db.transaction((client) => client.query<{ count: number }>(countScheduled), maintenanceLimits);
  return rows[0]?.count ?? 0;
}

const sendMail = statement({
  values: { now: 'timestamptz' },
  text: ({ now }, only) => `
    WITH found AS (${lockedPartSql(only, heldMail(only))})
    UPDATE messages m SET due_at = ${now}, waits_for = NULL
    FROM found f WHERE m.workspace_id = f.workspace_id AND ${only('m.workspace_id')} AND m.id = f.id
    RETURNING m.id`,
});

const expireMail = statement({
  values: { now: 'timestamptz' },
  text: ({ now }, only) => endSql({ move: moves.expiry, at: now, selection: heldMail(only), only }),
});

const cancelMail = statement({ values: failValues, text: (sql, only) => failSql(sql, heldMail(only), only) });

/** Decides all held mail, in batches that each are one transaction. Returns the number of messages. */
export function decideMail(app: App, decision: Decision): Promise<number> {
  return inBatches(app, async (client) => {
    const now = app.clock.now();
    const extent = { find: findHeld({}), rows: rowsABatch };
    switch (decision) {
      case 'send': {
        const send = async (form: Form) => (await client.query(form(sendMail)({ now }))).rows;
        return (await inWorkspaces(app.db, client, extent, send)).length;
      }
      case 'expire': {
        const query = (at: Date, form: Form) => form(expireMail)({ now: at });
        return (await endByTime(app, client, { type: 'message.expired', extent, query })).count;
      }
      case 'cancel': {
        const reason = 'cancelled';
        return (
          await moveToFailed(app, client, { reason, extent, query: (failure, form) => form(cancelMail)(failure) })
        ).count;
      }
    }
  });
}

const sendWebhooks = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    WITH found AS (${heldWebhooks(rowsABatch)})
    UPDATE pending_webhooks p SET due_at = ${now}, held = false
    FROM found f WHERE p.platform_id = f.platform_id AND p.id = f.id`,
});

const expireWebhooks = statement({
  values: { now: 'timestamptz' },
  text: ({ now }, only) => `
    WITH found AS (${heldWebhooks(rowsABatch)}), ${failPendingSql({ found: 'found', now })} ${feedFailedSql(now, only)}`,
});

const removeWebhooks = `
  WITH found AS MATERIALIZED (${heldWebhooks(rowsABatch)}), ended AS (${removePendingSql('found', 'p.held')}
  ), gone AS (
    DELETE FROM webhooks h USING ended WHERE h.platform_id = ended.platform_id AND h.id = ended.id
  )
  -- A redelivery may have taken one of those found: the batch was full, and there can be more.
  SELECT FROM found`;

/** The same for webhooks. */
export function decideWebhooks(app: App, decision: Decision): Promise<number> {
  return inBatches(app, async (client) => {
    const now = app.clock.now();
    switch (decision) {
      case 'send':
        return (await client.query(sendWebhooks({ now }))).rowCount ?? 0;
      case 'expire': {
        const { rows } = await client.query(formOf(app.db)(expireWebhooks)({ now }));
        await feedFailed(app.db, client, rows, now);
        return rows.length;
      }
      case 'cancel':
        return (await client.query(removeWebhooks)).rowCount ?? 0;
    }
  });
}

async function inBatches(
  app: App,
  batch: (client: Parameters<Parameters<Db['transaction']>[0]>[0]) => Promise<number>,
) {
  for (let total = 0; ; ) {
    const count = await app.db.transaction(batch, maintenanceLimits);
    total += count;
    if (count < rowsABatch) return total;
  }
}

/** Ends the hold once everything is decided. */
export async function endHold(db: Db): Promise<void> {
  await db.pool.query('UPDATE deployment SET held_before = NULL, held_at = NULL');
}
