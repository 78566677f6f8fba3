/** The SQL with which claim-messages.ts claims due messages. */
import { type Only, ofAny, statement } from '../../db/rows.ts';
import { notBeforeSql } from '../../db/span-sql.ts';
import { suppressedSql } from '../../suppressions/is-suppressed.ts';
import { withheldSql } from '../../topics/topic-consent.ts';
import { fromSql, moves, toSql } from '../states/message-states.ts';
import { begunAtSql } from '../states/send-at.ts';
import { domainSettledSql, healthAllowsSql } from './go-now-sql.ts';

const claimValues = {
  platformId: 'text',
  workspaceId: 'text',
  now: 'timestamptz',
  leaseUntil: 'timestamptz',
  settledBefore: 'timestamptz',
  states: 'health_state[]',
  /** Messages, at most; of these, messages that lost one lease, and messages that lost more. */
  rows: 'int',
  once: 'int',
  again: 'int',
  pastDomains: 'text[]',
  firstId: 'text',
} as const;
type ClaimSql = Readonly<Record<keyof typeof claimValues, string>>;

/** Due messages whose lost leases match `lost`, at most `limit`. */
const due = (sql: ClaimSql, kind: string, lost: string, limit: string) => `
  SELECT id, event_id, due_at FROM messages
  WHERE workspace_id = ${sql.workspaceId} AND ${fromSql('state', moves.claim)} AND due_at <= ${sql.now}
    AND ${notBeforeSql('id', sql.firstId)} AND expires_at > ${sql.now} AND lost_leases ${lost} ${kind}
    -- Evaluated once, before any row is read.
    AND ${healthAllowsSql(sql.platformId, sql.workspaceId, sql.states)}
    -- Mail to a person who is being erased has no recipient.
    AND recipient IS NOT NULL
    AND (simulation IS NOT NULL OR lower(split_part(recipient, '@', -1)) <> ALL(${sql.pastDomains}))
    AND ${domainSettledSql('simulation', sql.platformId, sql.settledBefore)}
  ORDER BY due_at
  LIMIT ${limit}
  FOR UPDATE SKIP LOCKED`;

/** Suspects come first: they have waited for a lease to run out. */
const claimText = (sql: ClaimSql, kind: string, only: Only) => `
WITH twice AS (${due(sql, kind, '> 1', `least(${sql.rows}, ${sql.again})`)}
), once AS (${due(sql, kind, '= 1', `least(${sql.rows}, ${sql.once})`)}
), fresh AS (${due(sql, kind, '= 0', sql.rows)}
), due AS (
  SELECT id, event_id FROM (
    SELECT 1 AS rank, id, event_id, due_at FROM twice UNION ALL SELECT 2, id, event_id, due_at FROM once UNION ALL
    SELECT 3, id, event_id, due_at FROM fresh) AS every
  ORDER BY rank, due_at
  LIMIT ${sql.rows}
)
UPDATE messages m
SET state = ${toSql(moves.claim)}, attempt_number = m.attempt_number + 1, lease_until = ${sql.leaseUntil},
  waits_for = NULL
FROM due
JOIN workspaces w ON w.platform_id = ${sql.platformId} AND w.id = ${sql.workspaceId}
  AND (w.status = 'active' OR w.deleted_at IS NOT NULL)
JOIN platforms p ON p.id = w.platform_id AND (p.suspended_at IS NULL OR w.deleted_at IS NOT NULL)
LEFT JOIN sending_domains d ON d.platform_id = w.platform_id
-- One look-up for each message, whatever the planner expects; named once, since each mention of a table with partitions
-- prepares a scan of each of them.
LEFT JOIN LATERAL (
  SELECT payload, event_type_version FROM events WHERE workspace_id = ${sql.workspaceId} AND id = due.event_id OFFSET 0) e ON true
WHERE m.workspace_id = ${sql.workspaceId} AND m.id = due.id AND ${notBeforeSql('m.id', sql.firstId)}
RETURNING m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.id, m.attempt_number AS "attemptNumber",
  m.lost_leases AS "lostLeases", m.simulation, m.recipient, lower(split_part(m.recipient, '@', -1)) AS "recipientDomain",
  m.address_hash AS "addressHash", m.contact_id AS "contactId",
  m.primary_id AS "primaryId",
  m.sending_domain_id AS "sendingDomainId", m.template_version_id AS "templateVersionId",
  m.brand_version AS "brandVersion", m.layout_version AS "layoutVersion", m.locale, m.timezone,
  m.values, m.content_days AS "contentDays", m.event_type_id AS "eventTypeId", ${begunAtSql('m')} AS "begunAt", m.expires_at AS "expiresAt",
  e.payload, e.event_type_version AS "eventTypeVersion",
  w.deleted_at IS NOT NULL AS "workspaceDeleted", w.timezone AS "workspaceTimezone",
  (SELECT sum(coalesce(octet_length(a.content), a.bytes))::int FROM attachments a
    WHERE a.workspace_id = m.workspace_id AND ${only('a.workspace_id')} AND a.message_id = m.id) AS "fileBytes",
  EXISTS (
    SELECT FROM contacts c
    WHERE c.workspace_id = m.workspace_id AND ${only('c.workspace_id')} AND c.id = m.contact_id AND c.pixel_consent_at IS NOT NULL) AS "pixelConsent",
  m.simulation IS NULL AND ${suppressedSql(sql.platformId, sql.workspaceId, 'm.address_hash', 'm.topic')} AS suppressed,
  m.topic, ${withheldSql('m', only)} AS withheld,
  m.trace, d.id AS "domainId", d.domain, d.status AS "domainStatus", d.dkim_selector AS "dkimSelector",
  d.dkim_key_sealed AS "dkimKeySealed"`;

const hidden = (value: string) => `(SELECT ${value})`;

/**
 * The values that the planner would estimate rows by are behind subqueries, as arrays of rows are (src/db/rows.ts). With
 * the values themselves it takes a plan of their own for better than the kept one, and planning costs more than a claim.
 */
const withKeptPlan = (sql: ClaimSql): ClaimSql => ({
  ...sql,
  now: hidden(sql.now),
  rows: hidden(sql.rows),
  once: hidden(sql.once),
  again: hidden(sql.again),
});

/** Citus evaluates the limits of a statement that writes before it sends it, and no subqueries in them. */
const claimStatement = (which: string, kind: string) =>
  statement({
    name: `claim-messages-${which}`,
    values: claimValues,
    text: (sql, only) => claimText(only === ofAny ? withKeptPlan(sql) : sql, kind, only),
  });

/** For any mail, for real mail alone, for simulated mail alone. */
export const claimStatements = {
  any: claimStatement('any', ''),
  real: claimStatement('real', 'AND simulation IS NULL'),
  simulated: claimStatement('simulated', 'AND simulation IS NOT NULL'),
};
