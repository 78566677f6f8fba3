import { HealthState } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { settledBefore } from '../sending-domain/sendable.ts';
import { suppressedSql } from '../suppressions/is-suppressed.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { type DayAllowance, openStates } from '../workspaces/day-allowance.ts';
import { type ClaimedMessage, leaseTime } from './claimed-message.ts';

/** Due messages that lost as many leases as `lost` says, as many as the parameter `limit` allows. */
const due = (only: string, lost: string, limit: string) => `
  SELECT id, due_at FROM messages
  WHERE workspace_id = $1 AND state = 'queued' AND due_at <= $2 AND expires_at > $2 AND lost_leases ${lost} ${only}
    -- Asked once, before any row is looked at.
    AND EXISTS (SELECT FROM workspace_health WHERE platform_id = $5 AND workspace_id = $1 AND state = ANY($7))
    -- Mail of somebody who is being erased has none any more.
    AND recipient IS NOT NULL
    AND (simulation IS NOT NULL OR lower(split_part(recipient, '@', -1)) <> ALL($9::text[]))
    AND (simulation IS NOT NULL
      OR NOT EXISTS (SELECT FROM sending_domains WHERE platform_id = $5 AND verified_at > $6))
  ORDER BY due_at
  LIMIT ${limit}
  FOR UPDATE SKIP LOCKED`;

/** Suspects come first: they have waited for a lease to run out. */
const statement = (only: string) => `
WITH twice AS (${due(only, '> 1', 'least($3::int, $11::int)')}
), once AS (${due(only, '= 1', 'least($3::int, $10::int)')}
), fresh AS (${due(only, '= 0', '$3')}
), due AS (
  SELECT id FROM (
    SELECT 1 AS rank, id, due_at FROM twice UNION ALL SELECT 2, id, due_at FROM once UNION ALL
    SELECT 3, id, due_at FROM fresh) AS every
  ORDER BY rank, due_at
  LIMIT $3
)
UPDATE messages m
SET state = 'sending', attempt_number = m.attempt_number + 1, lease_until = $4
FROM due
JOIN workspaces w ON w.platform_id = $5 AND w.id = $1 AND (w.status = 'active' OR w.deleted_at IS NOT NULL)
LEFT JOIN sending_domains d ON d.platform_id = w.platform_id
WHERE m.workspace_id = $1 AND m.id = due.id
RETURNING m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.id, m.attempt_number AS "attemptNumber",
  m.lost_leases AS "lostLeases", m.simulation, m.recipient, lower(split_part(m.recipient, '@', -1)) AS "recipientDomain",
  m.address_hash AS "addressHash", m.contact_id AS "contactId",
  m.sending_domain_id AS "sendingDomainId", m.template_version_id AS "templateVersionId", m.locale, m.timezone,
  m.values, m.event_type_id AS "eventTypeId", m.created_at AS "createdAt", m.expires_at AS "expiresAt",
  (SELECT e.payload FROM events e WHERE e.workspace_id = m.workspace_id AND e.id = m.event_id),
  (SELECT e.event_type_version FROM events e WHERE e.workspace_id = m.workspace_id AND e.id = m.event_id)
    AS "eventTypeVersion",
  w.deleted_at IS NOT NULL AS "workspaceDeleted", w.timezone AS "workspaceTimezone", $8::text AS "reservedDay",
  EXISTS (SELECT FROM attachments a WHERE a.workspace_id = m.workspace_id AND a.message_id = m.id) AS "hasAttachments",
  EXISTS (
    SELECT FROM contacts c
    WHERE c.workspace_id = m.workspace_id AND c.id = m.contact_id AND c.pixel_consent_at IS NOT NULL) AS "pixelConsent",
  m.simulation IS NULL AND ${suppressedSql('$5', '$1', 'm.address_hash')} AS suppressed,
  d.id AS "domainId", d.domain, d.status AS "domainStatus", d.dkim_selector AS "dkimSelector",
  d.dkim_key_sealed AS "dkimKeySealed"`;

const statements = {
  any: statement(''),
  real: statement('AND simulation IS NULL'),
  simulated: statement('AND simulation IS NOT NULL'),
};

/** How much may be claimed, and of whose mail nothing. */
export interface Room {
  readonly rows: number;
  /** Recipients' domains whose exchangers have their share already. */
  readonly past: readonly string[];
}

interface Claim {
  readonly turn: TurnKey;
  readonly room: Room;
  readonly which: keyof typeof statements;
  /** The states of health in which the workspace may have it. */
  readonly states: readonly HealthState[];
  readonly reservedDay: string | null;
}

/**
 * Takes due messages of the workspace, as many as there is room for; none while it is suspended, and none for real
 * while its sending domain is settling or beyond what its health allows. Two turns never take the same.
 */
export async function claimMessages(
  app: App,
  turn: TurnKey,
  room: Room,
  allowance: DayAllowance,
): Promise<readonly ClaimedMessage[]> {
  const claimed: ClaimedMessage[] = [];
  try {
    await claimInto(claimed, app, { turn, room, allowance });
    return claimed;
  } catch (error) {
    // Nobody tries them now: their leases run out, and the places of suspects are free again.
    for (const message of claimed) app.parts.suspects.leave(message);
    throw error;
  }
}

interface ClaimAsked {
  readonly turn: TurnKey;
  readonly room: Room;
  readonly allowance: DayAllowance;
}

async function claimInto(claimed: ClaimedMessage[], app: App, { turn, room, allowance }: ClaimAsked): Promise<void> {
  const free = { turn, room, reservedDay: null };
  if (allowance.kind === 'open') {
    claimed.push(...(await claim(app, app.db.pool, { ...free, which: 'any', states: openStates(app) })));
    return;
  }
  const states = Object.values(HealthState);
  claimed.push(...(await claim(app, app.db.pool, { ...free, which: 'simulated', states })));
  const rows = room.rows - claimed.length;
  if (allowance.kind === 'capped' && rows > 0) await claimCapped(claimed, app, turn, { ...room, rows }, allowance);
}

async function claim(app: App, client: Queryable, claim: Claim): Promise<readonly ClaimedMessage[]> {
  const { turn, room, which, states, reservedDay } = claim;
  const now = app.clock.now();
  const suspects = app.parts.suspects.takeRoom();
  let claimed: readonly ClaimedMessage[] = [];
  try {
    const { rows } = await client.query<ClaimedMessage>({
      name: `claim-messages-${which}`,
      text: statements[which],
      values: [
        turn.id,
        now,
        room.rows,
        new Date(now.getTime() + leaseTime),
        turn.platformId,
        settledBefore(app.config, now),
        states,
        reservedDay,
        room.past,
        suspects.once,
        suspects.again,
      ],
    });
    claimed = rows;
  } finally {
    app.parts.suspects.giveBackRoom(suspects, claimed);
  }
  return claimed;
}

/** What is claimed is set aside from the day's cap in the same transaction, so no number of turns passes it. */
function claimCapped(
  into: ClaimedMessage[],
  app: App,
  turn: TurnKey,
  room: Room,
  { cap, day, state }: Extract<DayAllowance, { kind: 'capped' }>,
): Promise<void> {
  return app.db.transaction(async (client) => {
    await client.query('INSERT INTO sending_days (workspace_id, day) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      turn.id,
      day,
    ]);
    const { rows } = await client.query<{ readonly sent: number }>(
      'SELECT sent FROM sending_days WHERE workspace_id = $1 AND day = $2 FOR UPDATE',
      [turn.id, day],
    );
    const left = Math.min(room.rows, cap - (rows[0]?.sent ?? 0));
    if (left <= 0) return;
    const claimed = await claim(app, client, {
      turn,
      room: { ...room, rows: left },
      which: 'real',
      states: [state],
      reservedDay: day,
    });
    into.push(...claimed);
    await client.query('UPDATE sending_days SET sent = sent + $3 WHERE workspace_id = $1 AND day = $2', [
      turn.id,
      day,
      claimed.length,
    ]);
  });
}
