/** A backlog that is copied from one real message: emitting it would take long, or it would be over before it is there. */
import type pg from 'pg';

interface Backlog {
  /** Idempotency key of the message's event. */
  readonly sample: string;
  readonly count: number;
  /** A digit or an upper-case letter in the ids, where one database has several backlogs. */
  readonly series?: string;
  /** Where all addresses are. */
  readonly domain?: string;
  /** From the time at which one is due to that of the next, which begin with the sample's. Without it all are due. */
  readonly secondsApart?: number;
  /** When they leave: they are scheduled. Without it they are queued. */
  readonly sendAt?: Date;
}

/** All expire with the sample; each goes to an address of its own. */
export async function copyQueued(pool: pg.Pool, backlog: Backlog): Promise<void> {
  const { sample, count, series = '0', domain = 'example.com', secondsApart = -1, sendAt = null } = backlog;
  const client = await pool.connect();
  try {
    // A million rows may take longer than a statement of the service.
    await client.query('SET statement_timeout = 0');
    await client.query(
      `WITH n AS (SELECT '02' || $3 || lpad(n::text, 23, '0') AS id, n FROM generate_series(1, $2::int) n), e AS (
       INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, created_at)
       SELECT platform_id, workspace_id, n.id, event_type_id, type, event_type_version, n.id, payload,
              sha256(n.id::bytea), created_at
       FROM events, n WHERE idempotency_key = $1)
     INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                           address_hash, sending_domain_id, template_version_id, locale, timezone, values, fell_back, send_at,
                           due_at, expires_at, created_at)
     SELECT platform_id, workspace_id, n.id, n.id, event_type_id, n.id,
            CASE WHEN $6::timestamptz IS NULL THEN 'queued' ELSE 'scheduled' END::message_state, 'reader-' || n.id || '@' || $4,
            sha256(n.id::bytea), sending_domain_id, template_version_id, locale, timezone, values, fell_back,
            $6, coalesce($6, due_at + n.n * make_interval(secs => $5)),
            coalesce($6 + interval '24 hours', expires_at), created_at
     FROM messages, n WHERE idempotency_key = $1`,
      [sample, count, series, domain, secondsApart, sendAt],
    );
  } finally {
    // Its setting goes with it.
    client.release(true);
  }
}
