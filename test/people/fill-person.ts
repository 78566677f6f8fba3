/** A person with a great deal of mail over ninety days, as the service leaves it; made within PostgreSQL. */
import type pg from 'pg';
import { newId } from '../../src/ground/ids.ts';
import { day } from '../../src/ground/time/durations.ts';

export interface FilledPerson {
  readonly workspaceId: string;
  readonly contactId: string;
  /** The contact's address and its former ones; `hash` is the keyed hash. */
  readonly addresses: readonly { readonly text: string; readonly hash: Buffer }[];
  readonly count: number;
  readonly now: Date;
  /** An endpoint that has each mail's webhook. */
  readonly endpointId: string;
}

/** Rows of one statement. */
const rowsAtOnce = 20_000;
const keptFor = 89 * day;

/** Copies the workspace's one event and its message; every second event is another person's. */
export async function fillPerson(db: pg.Pool, person: FilledPerson): Promise<void> {
  const { workspaceId, contactId, addresses, count, now, endpointId } = person;
  const client = await db.connect();
  try {
    await client.query('BEGIN');
    // Foreign keys hold by the way the rows are made.
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `CREATE TEMPORARY TABLE sample_events ON COMMIT DROP AS SELECT * FROM events WHERE workspace_id = '${workspaceId}'`,
    );
    await client.query(
      `CREATE TEMPORARY TABLE sample_messages ON COMMIT DROP AS SELECT * FROM messages WHERE workspace_id = '${workspaceId}'`,
    );
    for (let from = 0; from < 2 * count; from += rowsAtOnce) {
      const places = Array.from({ length: Math.min(rowsAtOnce, 2 * count - from) }, (_, at) => from + at);
      const times = places.map((place) => new Date(now.getTime() - keptFor + (keptFor * place) / (2 * count)));
      const addressOf = (place: number) => (place % 2 === 0 ? addresses[(place / 2) % addresses.length] : undefined);
      await client.query(
        `CREATE TEMPORARY TABLE made ON COMMIT DROP AS
         SELECT n, id, at, hash, email, email LIKE 'stranger%' AS other
         FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::bytea[], $5::text[]) i (n, id, at, hash, email)`,
        [
          places,
          times.map((time) => newId(time)),
          times,
          places.map((place) => addressOf(place)?.hash ?? Buffer.from(`stranger ${place % 5_000}`.padEnd(32))),
          places.map((place) => addressOf(place)?.text ?? `stranger-${place % 5_000}@example.com`),
        ],
      );
      await client.query(copySql, [contactId, endpointId]);
      await client.query('DROP TABLE made');
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  await db.query('ANALYZE events, messages, message_attempts, webhooks');
}

/** One statement for each table, in one: the columns that are not named are those of the sample. */
const copySql = `
  WITH e AS (
    INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                        contact_id, contact_reference, address_hash, created_at)
    SELECT s.platform_id, s.workspace_id, m.id, s.event_type_id, s.type, s.event_type_version, 'order-' || m.n, s.payload,
           CASE WHEN NOT m.other THEN $1 END, CASE WHEN NOT m.other THEN s.contact_reference END, m.hash, m.at
    FROM sample_events s, made m
  ), sent AS (
    INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                          address_hash, contact_id, contact_reference, sending_domain_id, template_version_id, locale,
                          timezone, values, fell_back, attempt_number, due_at, expires_at, ended_at, created_at, figure_day,
                          provider)
    SELECT s.platform_id, s.workspace_id, m.id, m.id, s.event_type_id, 'order-' || m.n, 'delivered', m.email, m.hash,
           CASE WHEN NOT m.other THEN $1 END, CASE WHEN NOT m.other THEN s.contact_reference END, s.sending_domain_id,
           s.template_version_id, s.locale, s.timezone, s.values, s.fell_back, 1, m.at, m.at + interval '1 day', m.at, m.at,
           m.at::date, s.provider
    FROM sample_messages s, made m
  ), tried AS (
    INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, exchanger, tls_version,
                                  outcome, reply_code, reply)
    SELECT s.workspace_id, m.id, 1, m.at, 120, 'mx', 'mx.example.com', 'TLSv1.3', 'delivered', 250, '2.0.0 OK'
    FROM sample_messages s, made m
  )
  INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, state, attempt_number,
                        last_status, delivered_at, created_at)
  SELECT s.platform_id, m.id, $2, 'message.delivered', 'service', s.workspace_id, m.id, 'delivered', 1, 204,
         m.at, m.at
  FROM sample_messages s, made m`;
