import type { SendingDomainStatus, Simulation } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';
import type { MessageValues } from './message-values.ts';

/** How long a claimed message is ours without a sign of life; milliseconds. Renewed while its attempt runs. */
export const leaseTime = 10_000;

/** A message whose attempt is ours, with all that sending it takes. */
export interface ClaimedMessage {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly attemptNumber: number;
  readonly simulation: Simulation | null;
  readonly recipient: string;
  readonly addressHash: Buffer;
  readonly contactId: string | null;
  readonly sendingDomainId: string | null;
  readonly templateVersionId: string;
  readonly locale: string;
  readonly timezone: string;
  readonly values: MessageValues;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly eventTypeId: string;
  readonly eventTypeVersion: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly workspaceDeleted: boolean;
  readonly domainId: string | null;
  readonly domain: string | null;
  readonly domainStatus: SendingDomainStatus | null;
  readonly dkimSelector: string | null;
  readonly dkimKeySealed: Buffer | null;
}

const statement = `
WITH due AS (
  SELECT id FROM messages
  WHERE workspace_id = $1 AND state = 'queued' AND due_at <= $2 AND expires_at > $2
  ORDER BY due_at
  LIMIT $3
  FOR UPDATE SKIP LOCKED
)
UPDATE messages m
SET state = 'sending', attempt_number = m.attempt_number + 1, lease_until = $4
FROM due
JOIN workspaces w ON w.platform_id = $5 AND w.id = $1 AND (w.status = 'active' OR w.deleted_at IS NOT NULL)
LEFT JOIN sending_domains d ON d.platform_id = w.platform_id
WHERE m.workspace_id = $1 AND m.id = due.id
RETURNING m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.id, m.attempt_number AS "attemptNumber",
  m.simulation, m.recipient, m.address_hash AS "addressHash", m.contact_id AS "contactId",
  m.sending_domain_id AS "sendingDomainId", m.template_version_id AS "templateVersionId", m.locale, m.timezone,
  m.values, m.event_type_id AS "eventTypeId", m.created_at AS "createdAt", m.expires_at AS "expiresAt",
  (SELECT e.payload FROM events e WHERE e.workspace_id = m.workspace_id AND e.id = m.event_id),
  (SELECT e.event_type_version FROM events e WHERE e.workspace_id = m.workspace_id AND e.id = m.event_id)
    AS "eventTypeVersion",
  w.deleted_at IS NOT NULL AS "workspaceDeleted",
  d.id AS "domainId", d.domain, d.status AS "domainStatus", d.dkim_selector AS "dkimSelector",
  d.dkim_key_sealed AS "dkimKeySealed"`;

/** Takes up to `limit` due messages of the workspace; none while it is suspended. Two turns never take the same. */
export async function claimMessages(app: App, turn: TurnKey, limit: number): Promise<readonly ClaimedMessage[]> {
  const now = app.clock.now();
  const { rows } = await app.db.pool.query<ClaimedMessage>({
    name: 'claim-messages',
    text: statement,
    values: [turn.id, now, limit, new Date(now.getTime() + leaseTime), turn.platformId],
  });
  return rows;
}
