/** What takes days to come to be of a message, at its limits: attempts, reports, opens, resends, webhooks. By SQL. */
import { newIds, type WorstPlace } from './worst-place.ts';

/** Attempts of a mail, reports and opens that are kept of it, and attempts at a webhook over several rounds. */
const mailAttempts = 12;
const reports = 20;
const opens = 100;
const webhookAttempts = 100;
/** Webhooks of the platform. */
const webhooks = 3_000;
const reply = `repeat('漢', 500)`;

export async function worstMessages({ platform, workspace, sql }: WorstPlace): Promise<void> {
  const all = `(SELECT id FROM messages WHERE workspace_id = $1)`;
  await sql(
    `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, exchanger, tls_version,
       outcome, category, reply_code, enhanced_code, reply)
     SELECT $1, m.id, 100 + n, now(), 10, 'smtp', repeat('x', 250), 'TLSv1.3', 'temporary', 'temporary', 451, '4.7.1', ${reply}
     FROM ${all} m, generate_series(1, ${mailAttempts}) n`,
    [workspace],
  );
  await sql(
    `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard, category, reply_code, enhanced_code, reply)
     SELECT $1, m.id, n, now(), 'delayed', false, 'temporary', 451, '4.7.1', ${reply}
     FROM ${all} m, generate_series(1, ${reports}) n`,
    [workspace],
  );
  await sql(
    `INSERT INTO message_opens (workspace_id, message_id, id, at, machine)
     SELECT $1, m.id, lpad(n::text, 26, '0'), now(), true FROM ${all} m, generate_series(1, ${opens}) n`,
    [workspace],
  );
  // As many tags as an event type has fields, each as long as such a tag is.
  await sql(
    `UPDATE messages SET fell_back = (SELECT array_agg('event.' || rpad('f' || n || '_', 64, 'x')) FROM generate_series(1, 100) n)
     WHERE workspace_id = $1`,
    [workspace],
  );
  await sql(
    `INSERT INTO message_resends (workspace_id, message_id, original_id, created_at)
     SELECT $1, id, (SELECT min(id) FROM messages WHERE workspace_id = $1), now() FROM ${all} m
     ON CONFLICT DO NOTHING`,
    [workspace],
  );
  await sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     SELECT $1, id, rpad('https://hooks.test/' || n || '/', 2048, 'x'), ARRAY['message.delivered'], now(), now()
     FROM unnest($2::text[]) WITH ORDINALITY t (id, n)`,
    [platform.id, newIds(10)],
  );
  const attempts = Object.fromEntries(
    Array.from({ length: webhookAttempts }, (_, n) => [
      n + 1,
      { at: new Date().toISOString(), status: 500, error: 'status', duration_ms: 10_000 },
    ]),
  );
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, details, state,
       attempt_number, last_status, last_error, delivered_at, attempts, created_at)
     SELECT $1, w.id, e.id, 'message.delivered', 'service', $2, m.id, '{}', 'delivered',
       ${webhookAttempts}, 500, 'status', now(), $3::jsonb, now()
     FROM unnest($4::text[]) WITH ORDINALITY w (id, n)
     JOIN (SELECT id, row_number() OVER (ORDER BY id) n FROM webhook_endpoints WHERE platform_id = $1) e
       ON e.n = 1 + w.n % 10
     JOIN (SELECT id, row_number() OVER (ORDER BY id) n, count(*) OVER () c FROM messages WHERE workspace_id = $2) m
       ON m.n = 1 + w.n % m.c`,
    [platform.id, workspace, JSON.stringify(attempts), newIds(webhooks)],
  );
  await sql(
    `INSERT INTO webhook_redeliveries (platform_id, id, endpoint_id, since, position, created_at, stepped_at, finished_at)
     SELECT $1, $2, min(id), now(), '', now(), now(), now() FROM webhook_endpoints WHERE platform_id = $1`,
    [platform.id, newIds(1)[0]],
  );
}
