/** Many messages like one that the service has accepted, made within PostgreSQL. */
import type pg from 'pg';
import type { BenchPlatform } from './make-platform.ts';

const sampleKey = 'copied';

/** Accepts the emit that the copies are made of, and gives the id of its message. */
export async function emitSample(platform: BenchPlatform): Promise<void> {
  await platform.rest('POST', '/workspaces/ref:shop-0/events', {
    type: 'order.shipped',
    idempotency_key: sampleKey,
    recipient: { email: 'copied@example.com' },
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/track/1' },
  });
}

export interface Copies {
  /** Number of the first; ids and recipients are made of the numbers. */
  readonly first: number;
  readonly count: number;
  /** `scheduled`: they leave in 20 days. */
  readonly state: 'queued' | 'delivered' | 'scheduled';
  /** References of the workspaces that they are spread over. */
  readonly references: readonly string[];
  /** How far back the oldest was created; days. */
  readonly days: number;
}

/** Events and messages alone; a copy's recipient is `copy-<number>@example.com`. */
export async function copyMessages(pool: pg.Pool, copies: Copies): Promise<void> {
  const { first, count, state, references, days } = copies;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Foreign keys of ten million rows are not looked up one by one; they hold by the way the rows are made.
    await client.query('SET LOCAL session_replication_role = replica');
    const values = [first, first + count - 1, sampleKey, references, days];
    await client.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, created_at)
       SELECT s.platform_id, w.id, '02' || lpad(n::text, 24, '0'), s.event_type_id, s.type, s.event_type_version,
              'copy-' || n, s.payload, sha256(convert_to('copy-' || n, 'UTF8')), ${createdAt}
       ${source('events')}`,
      values,
    );
    await client.query(
      `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                             address_hash, sending_domain_id, template_version_id, locale, timezone, values, fell_back,
                             send_at, due_at, expires_at, ended_at, created_at)
       SELECT s.platform_id, w.id, '02' || lpad(n::text, 24, '0'), '02' || lpad(n::text, 24, '0'), s.event_type_id,
              'copy-' || n, $6::message_state, 'copy-' || n || '@example.com',
              sha256(convert_to('copy-' || n, 'UTF8')), s.sending_domain_id, s.template_version_id, s.locale, s.timezone,
              s.values, s.fell_back, ${sendAt}, coalesce(${sendAt}, ${createdAt}),
              coalesce(${sendAt}, ${createdAt}) + interval '1 day',
              CASE WHEN $6 = 'delivered' THEN ${createdAt} END, ${createdAt}
       ${source('messages')}`,
      [...values, state],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const createdAt = "now() - $5::float8 * interval '1 day' * ($2::bigint - n) / ($2::bigint - $1::bigint + 1)";

const sendAt = "CASE WHEN $6 = 'scheduled' THEN now() + interval '20 days' END";

function source(table: 'events' | 'messages'): string {
  return `FROM ${table} s, generate_series($1::bigint, $2::bigint) n
          JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS places
                FROM workspaces WHERE reference = ANY($4)) w ON n % w.places = w.place
          WHERE s.idempotency_key = $3`;
}
