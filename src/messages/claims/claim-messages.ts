import { HealthState } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { formFor } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { settledBefore } from '../../sending-domain/sendable.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { type DayAllowance, openStates } from '../../workspaces/health/day-allowance.ts';
import { underWaySql } from '../states/under-way-sql.ts';
import { claimStatements } from './claim-statements.ts';
import { firstClaimableId } from './claimable-ids.ts';
import type { ClaimedMessage } from './claimed-message.ts';
import { leaseTime } from './message-lease.ts';

/** The number of messages that may be claimed, and the domains to leave out. */
export interface Room {
  readonly rows: number;
  /** Recipients' domains whose exchangers already have their share. */
  readonly past: readonly string[];
}

interface Claim {
  readonly turn: TurnKey;
  readonly room: Room;
  readonly which: keyof typeof claimStatements;
  /** The health states in which the workspace may claim. */
  readonly states: readonly HealthState[];
}

/**
 * Claims due messages of the workspace, as many as there is room for. Claims nothing while the workspace or its platform
 * is suspended, and no real mail while its sending domain is settling or beyond the day cap of its health. Two turns
 * never claim the same message.
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
    // No attempt follows: the leases run out, and the places of suspects are free at once.
    for (const message of claimed) app.parts.suspects.leave(message);
    throw error;
  }
}

const underWay = statement({
  name: 'count-under-way',
  values: { workspaceId: 'text' },
  text: ({ workspaceId }) => `SELECT ${underWaySql(workspaceId)} AS "underWay"`,
});

interface ClaimAsked {
  readonly turn: TurnKey;
  readonly room: Room;
  readonly allowance: DayAllowance;
}

async function claimInto(claimed: ClaimedMessage[], app: App, { turn, room, allowance }: ClaimAsked): Promise<void> {
  const free = { turn, room };
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
  const { turn, room, which, states } = claim;
  if (app.clock.isSound?.() === false) return [];
  await app.parts.restoreWatch.isLookedAt();
  const now = app.clock.now();
  const suspects = app.parts.suspects.takeRoom();
  let claimed: readonly ClaimedMessage[] = [];
  try {
    const { rows } = await client.query<ClaimedMessage>(
      formFor(app.db, turn.id)(claimStatements[which])({
        platformId: turn.platformId,
        workspaceId: turn.id,
        now,
        leaseUntil: new Date(now.getTime() + leaseTime),
        settledBefore: settledBefore(app.config, now),
        states,
        rows: room.rows,
        once: suspects.once,
        again: suspects.again,
        pastDomains: room.past,
        firstId: firstClaimableId(now),
      }),
    );
    claimed = rows;
  } finally {
    app.parts.suspects.giveBackRoom(suspects, claimed);
  }
  return claimed;
}

/**
 * Claims no more than the day's cap leaves beside the mails of the day and the attempts under way. One claim at a time
 * holds the day's count, and so do outcomes that add to it: no number of turns exceeds the cap.
 */
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
    // In a statement after the lock: outcomes that were added meanwhile are under way no more.
    const { rows: counted } = await client.query<{ readonly underWay: number }>(underWay({ workspaceId: turn.id }));
    const left = Math.min(room.rows, cap - (rows[0]?.sent ?? 0) - (counted[0]?.underWay ?? 0));
    if (left <= 0) return;
    const claimed = await claim(app, client, {
      turn,
      room: { ...room, rows: left },
      which: 'real',
      states: [state],
    });
    into.push(...claimed);
  });
}
