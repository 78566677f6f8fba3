/**
 * Since when work waits that nothing holds up but the service: mail of active workspaces, mail that was to leave later
 * and is not in the queue yet, and webhooks to endpoints that
 * take theirs. Mail of suspended workspaces and webhooks to failing endpoints may wait for days, and wake nobody.
 */
import type { App } from '../context.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { ofAny, statement } from '../db/rows.ts';
import { activeSql, firstDueSql, firstOfEachSql } from '../messages/claims/ask-for-due-messages.ts';
import { scheduledSql } from '../messages/states/message-states.ts';
import { firstPendingOf } from '../webhooks/delivery/first-pending-sql.ts';

const mailSql = (now: string) => `least((
      SELECT min(first.due_at) FROM first
      JOIN workspaces w ON w.platform_id = first.platform_id AND w.id = first.workspace_id
      JOIN platforms p ON p.id = w.platform_id
      WHERE first.due_at <= ${now} AND ${activeSql}), (
      -- Mail that leaves later goes to the queue at its time, whoever may send.
      SELECT due_at FROM messages WHERE ${scheduledSql('state')} AND due_at <= ${now} AND recipient IS NOT NULL
      ORDER BY due_at LIMIT 1)) AS mail`;

const webhooksSql = (now: string) => `(
      SELECT min(pending.due_at) FROM pending
      JOIN webhook_endpoints e ON e.platform_id = pending.platform_id AND e.id = pending.endpoint_id
      WHERE pending.due_at <= ${now} AND e.failures = 0 AND e.paused_at IS NULL) AS webhooks`;

const oldestDue = statement({
  alone: true,
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    WITH RECURSIVE ${firstDueSql}, ${firstPendingOf('pending')}
    SELECT ${mailSql(now)}, ${webhooksSql(now)}`,
});

const oldestMail = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `WITH ${firstOfEachSql(ofAny)} SELECT ${mailSql(now)}`,
});

const oldestWebhooks = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `WITH RECURSIVE ${firstPendingOf('pending')} SELECT ${webhooksSql(now)}`,
});

export interface OldestDue {
  readonly mail: Date | null;
  readonly webhooks: Date | null;
}

export async function readOldestDue({ clock, db }: App): Promise<OldestDue> {
  const now = clock.now();
  return readByIndexes(db, async (client) => {
    if (!db.isCluster()) {
      const { rows } = await client.query<OldestDue>(oldestDue({ now }));
      return rows[0] ?? { mail: null, webhooks: null };
    }
    // A cluster has mail on workers and webhooks on the coordinator.
    const mail = await client.query<Pick<OldestDue, 'mail'>>(oldestMail({ now }));
    const webhooks = await client.query<Pick<OldestDue, 'webhooks'>>(oldestWebhooks({ now }));
    return { mail: mail.rows[0]?.mail ?? null, webhooks: webhooks.rows[0]?.webhooks ?? null };
  });
}
