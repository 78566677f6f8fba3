/** Many pending webhooks at once, each about a message of its own, as emits would have left them. */
import type pg from 'pg';
import { completeWebhooks } from '../support/complete-webhooks.ts';

export interface Backlog {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly endpointIds: readonly string[];
  /** Messages; each gives every endpoint one webhook. */
  readonly messages: number;
  /** When the last webhook is due. */
  readonly at: Date;
}

/** Webhooks of an endpoint that are due in the same millisecond, as the results of mails that are written together. */
export const dueTogether = 50;

/** Rows alone: nobody is woken, so it is the sweep that finds them. Ids go on from one call to the next. */
export async function fillBacklog(pool: pg.Pool, backlog: Backlog): Promise<void> {
  const { platformId, workspaceId, endpointIds, messages, at } = backlog;
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM messages');
  const first = (rows[0]?.count ?? 0) + 1;
  const last = first + messages - 1;
  const typeId = await eventType(pool, platformId, at);
  await pool.query(
    `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                         address_hash, created_at)
     SELECT $1, $2, '02' || lpad(n::text, 24, '0'), $5, 'order.shipped', 1, 'order-' || n, '{}', 'hash', $6
     FROM generate_series($3::int, $4::int) AS n`,
    [platformId, workspaceId, first, last, typeId, at],
  );
  await pool.query(
    `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                           address_hash, template_version_id, locale, timezone, fell_back, due_at, expires_at, ended_at,
                           created_at)
     SELECT $1, $2, '02' || lpad(n::text, 24, '0'), '02' || lpad(n::text, 24, '0'), $5, 'order-' || n, 'delivered',
            'reader-' || n || '@example.com', 'hash', '', 'en', 'UTC', '{}', $6, $6, $6, $6
     FROM generate_series($3::int, $4::int) AS n`,
    [platformId, workspaceId, first, last, typeId, at],
  );
  for (const [position, endpointId] of endpointIds.entries()) {
    await pool.query(
      `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, created_at)
       SELECT $1, '03' || lpad(n::text, 21, '0') || lpad($7::text, 3, '0'), $5, 'message.delivered', 'service', $2,
              '02' || lpad(n::text, 24, '0'), at
       FROM generate_series($3::int, $4::int) AS n,
            LATERAL (SELECT $6::timestamptz - make_interval(secs => ($4::int - n) / $8::int * 0.001) AS at) due`,
      [platformId, workspaceId, first, last, endpointId, at, position, dueTogether],
    );
  }
  await completeWebhooks(pool);
  await pool.query('ANALYZE webhooks, pending_webhooks, messages');
}

async function eventType(pool: pg.Pool, platformId: string, at: Date): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO event_types (platform_id, id, name, current_version, created_at, updated_at)
     SELECT $1, '04' || lpad('1', 24, '0'), 'order.shipped', 1, $2, $2
     WHERE NOT EXISTS (SELECT FROM event_types WHERE platform_id = $1)
     RETURNING id`,
    [platformId, at],
  );
  return rows[0]?.id ?? `04${'1'.padStart(24, '0')}`;
}
