/** SQL that writes one batch of messages into each table that has rows of messages, as their deliveries leave them. */
import { type Growth, keptFrom, known, largestShare, messagesAPerson } from './growth.ts';
import { ulidSql } from './ulid-sql.ts';

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** SQL: of 200 messages one fails, one expires, one is a complaint, two are suppressed and six bounce. */
const endSql = `CASE WHEN n % 200 < 189 THEN 'delivered' WHEN n % 200 < 195 THEN 'bounced' WHEN n % 200 < 197 THEN 'suppressed'
  WHEN n % 200 = 197 THEN 'failed' WHEN n % 200 = 198 THEN 'expired' ELSE 'complained' END::message_state`;

/** A temporary table `grown` with a row for each message from number `first` to `last`; the highest number is the newest. */
export function batch(growth: Growth, first: number, last: number): Query {
  const { name, messages, workspaces, days, now, queued, knownHash } = growth;
  return {
    text: `
      CREATE TEMP TABLE grown ON COMMIT DROP AS
      SELECT n, ms, to_timestamp(ms / 1000.0)::timestamptz(3) AS at, w.id AS workspace_id,
        ${ulidSql('ms', `'${name} event ' || n`)} AS event_id, ${ulidSql('ms', `'${name} message ' || n`)} AS message_id,
        'copy-' || n AS key, 'person-' || person || '@example.com' AS recipient,
        CASE person WHEN ${known} THEN decode('${Buffer.from(knownHash).toString('hex')}', 'hex')
          ELSE sha256(convert_to('person-' || person, 'UTF8')) END AS address_hash,
        CASE WHEN person % 2 = 0 THEN lpad('C' || person, 26, '0') END AS contact_id,
        (ARRAY['gmail', 'outlook', 'other'])[1 + person % 3] AS provider,
        CASE WHEN n > ${messages - queued} THEN 'queued' ELSE ${endSql} END AS state
      FROM generate_series(${first}::bigint, ${last}) n,
        LATERAL (SELECT ${now.getTime()} - 60000 - (${messages} - n) * ${days * 86_400_000} / ${messages} AS ms,
          n % ${Math.max(1, Math.floor(messages / messagesAPerson))} AS person,
          CASE n % ${largestShare} WHEN 0 THEN 0 ELSE n % ${workspaces} END AS place) p
        JOIN grown_workspaces w ON w.place = p.place`,
    values: [],
  };
}

/** SQL: the day that was open at a time; where the database has no partition of it, that of keys before the first day. */
const keyDaySql = (at: string) =>
  `CASE WHEN to_regclass('idempotency_keys_p' || to_char(${at} AT TIME ZONE 'UTC', 'YYYYMMDD')) IS NULL THEN '2000-01-01'
     ELSE (${at} AT TIME ZONE 'UTC')::date END`;

/** An insert from the batch `g`, beside the row `s` of the sample's table. */
const insert = (table: string, columns: string, source: string, values: readonly unknown[]): Query => ({
  text: `INSERT INTO ${table} (${columns}) SELECT ${source}`,
  values,
});

export function rowsOfMessages(growth: Growth): readonly Query[] {
  const { name, sample, platformId, endpointId, pending, messages } = growth;
  const from = keptFrom(growth);
  const ended = `g.state <> 'queued'`;
  return [
    insert(
      'events',
      'platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload, contact_id, address_hash, created_at',
      `s.platform_id, g.workspace_id, g.event_id, s.event_type_id, s.type, s.event_type_version, g.key,
         CASE WHEN g.at > $2 THEN s.payload END, g.contact_id, g.address_hash, g.at
       FROM grown g, events s WHERE s.id = (SELECT event_id FROM messages WHERE id = $1) ORDER BY g.n`,
      [sample, from.content],
    ),
    insert(
      'messages',
      `platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient, address_hash, contact_id,
       sending_domain_id, template_version_id, locale, timezone, values, fell_back, attempt_number, due_at, expires_at,
       ended_at, bounce, reason, evidence, created_at, figure_day, provider`,
      `s.platform_id, g.workspace_id, g.message_id, g.event_id, s.event_type_id, g.key, g.state, g.recipient, g.address_hash,
         g.contact_id, s.sending_domain_id, s.template_version_id, s.locale, s.timezone,
         CASE WHEN g.at > $2 THEN s.values END, s.fell_back, CASE WHEN ${ended} THEN 1 ELSE 0 END, g.at,
         CASE WHEN ${ended} THEN g.at ELSE $3::timestamptz END + interval '1 day', CASE WHEN ${ended} THEN g.at + interval '1 second' END,
         CASE WHEN g.state = 'bounced' THEN 'hard' END::bounce_kind, CASE WHEN g.state = 'failed' THEN 'render_failed' END,
         CASE WHEN g.state IN ('delivered', 'complained') THEN 'exchanger' END::delivery_evidence, g.at,
         (g.at AT TIME ZONE 'UTC')::date, g.provider
       FROM grown g, messages s WHERE s.id = $1 ORDER BY g.n`,
      [sample, from.content, growth.now],
    ),
    insert(
      'message_attempts',
      'workspace_id, message_id, number, at, duration_ms, transport, exchanger, tls_version, outcome, reply_code, enhanced_code, reply',
      `g.workspace_id, g.message_id, 1, g.at, 120, 'smtp', 'mx.example.com', 'TLSv1.3',
         CASE WHEN g.state = 'bounced' THEN 'permanent' ELSE 'delivered' END, 250, '2.0.0',
         CASE WHEN g.at > $1 THEN '250 2.0.0 Ok: queued as ' || g.n END
       FROM grown g WHERE g.state NOT IN ('queued', 'suppressed', 'expired') ORDER BY g.n`,
      [from.content],
    ),
    insert(
      'message_reports',
      'workspace_id, message_id, number, at, kind, hard',
      `g.workspace_id, g.message_id, 1, g.at, CASE g.state WHEN 'complained' THEN 'complaint' ELSE 'delayed' END, false
       FROM grown g WHERE g.state = 'complained' OR ${ended} AND g.n % 100 = 0 ORDER BY g.n`,
      [],
    ),
    insert(
      'message_opens',
      'workspace_id, message_id, id, at, machine',
      `g.workspace_id, g.message_id, ${ulidSql('g.ms', `'${name} open ' || g.n`)}, g.at, false
       FROM grown g WHERE ${ended} AND g.n % 20 = 0 ORDER BY g.n`,
      [],
    ),
    insert(
      'idempotency_keys',
      'platform_id, workspace_id, key, body_hash, event_id, answer, created_at, day',
      `s.platform_id, g.workspace_id, g.key, s.body_hash, g.event_id, s.answer, g.at, ${keyDaySql('g.at')}
       FROM grown g, idempotency_keys s
       WHERE s.event_id = (SELECT event_id FROM messages WHERE id = $1) AND g.at > $2 ORDER BY g.n`,
      [sample, from.keys],
    ),
    insert(
      'webhooks',
      `platform_id, id, endpoint_id, type, source, workspace_id, message_id, contact_id, state, attempt_number, last_status,
       delivered_at, last_number, last_at, last_ms, failed_at, created_at`,
      `$1, ${ulidSql('g.ms', `'${name} webhook ' || g.n`)}, $2, 'message.' || g.state, 'service', g.workspace_id, g.message_id,
         g.contact_id, CASE WHEN g.n > $4 THEN 'pending' WHEN g.n % 500 = 0 THEN 'failed' ELSE 'delivered' END::webhook_state,
         1, CASE WHEN g.n % 500 = 0 THEN 500 ELSE 204 END, CASE WHEN g.n % 500 <> 0 AND g.n <= $4 THEN g.at END, 1, g.at, 40,
         CASE WHEN g.n % 500 = 0 AND g.n <= $4 THEN g.at END, g.at
       FROM grown g WHERE ${ended} AND g.at > $3 ORDER BY g.n`,
      [platformId, endpointId, from.webhooks, messages - growth.queued - pending],
    ),
    insert(
      'emit_rates',
      'platform_id, workspace_id, address_hash, recent, updated_at',
      `$1, g.workspace_id, g.address_hash, array_agg(g.at ORDER BY g.at), max(g.at)
       FROM grown g WHERE g.at > $2 GROUP BY g.workspace_id, g.address_hash`,
      [platformId, new Date(growth.now.getTime() - 3_600_000)],
    ),
  ];
}
