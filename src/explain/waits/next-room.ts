/**
 * When a workspace that sends no more now has room for mail again, and how many mails go before a message
 * (docs/rules.md#place-in-the-queue).
 */
import type { HealthState, Workspace, WorkspaceHealth } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { ofEachWorkspace } from '../../db/by-workspace.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { localDay, nextLocalDay } from '../../ground/time/local-day.ts';
import { countDays } from '../../workspaces/health/count-days.ts';
import { type DayAllowance, rampMails, throttledMails } from '../../workspaces/health/day-allowance.ts';
import { healthRecovery } from '../../workspaces/health/health-recovery.ts';

/** Waiting mails that are examined for one message. With more before it, its turn is not known. */
const examinedMax = 1_000;

export interface NextRoom {
  /** When mail of the workspace goes out again. */
  readonly at: Date;
  /** Real mails that may go out on that day. */
  readonly mails: number;
  /** Start of the day after it, with as many mails again. */
  readonly nextDay: Date;
  /** Waiting mails whose turn comes before that of the message. */
  readonly ahead: number;
  /** Whether `ahead` counts all of them. */
  readonly isCounted: boolean;
}

/** A workspace with what it may send today. */
export interface Standing {
  readonly workspace: Workspace;
  readonly health: WorkspaceHealth;
  readonly allowance: DayAllowance;
  readonly sentToday: number;
}

/** A message in its workspace, or the next emit to it where `id` and `dueAt` are left out. */
export interface Queued {
  readonly workspaceId: string;
  readonly id?: string;
  readonly dueAt?: Date;
}

/** Whether the workspace sends no more real mail today. */
export function isUsed({ allowance, sentToday }: Pick<Standing, 'allowance' | 'sentToday'>): boolean {
  return allowance.kind === 'closed' || (allowance.kind === 'capped' && sentToday >= allowance.cap);
}

interface Room {
  readonly workspaceId: string;
  readonly at: Date;
  readonly mails: number;
  readonly nextDay: Date;
}

/** Reads the next room for each message, in two statements for all, or for each workspace; null where the workspace has room now. */
export async function readNextRooms(
  app: App,
  standings: readonly Standing[],
  messages: readonly Queued[],
): Promise<(message: Queued) => NextRoom | null> {
  const rooms = new Map((await roomsOf(app, standings)).map((room) => [room.workspaceId, room]));
  const asked = messages.flatMap((message) => {
    const room = rooms.get(message.workspaceId);
    return room ? [{ ...message, at: room.at }] : [];
  });
  const workspaceOf = ({ workspaceId }: Place) => workspaceId;
  const rows = await ofEachWorkspace(app.db, asked.map(placeOf), workspaceOf, async (some, form) => {
    const found = await app.db.pool.query<Ahead>(form(aheadOf)({ i: some }));
    return found.rows;
  });
  const counts = new Map(rows.map((row) => [`${row.workspaceId} ${row.id}`, row]));
  return (message) => {
    const room = rooms.get(message.workspaceId);
    if (!room) return null;
    const { ahead = 0, examined = 0 } = counts.get(`${message.workspaceId} ${message.id ?? ''}`) ?? {};
    return { ...room, ahead, isCounted: examined < examinedMax };
  };
}

async function roomsOf(app: App, standings: readonly Standing[]): Promise<readonly Room[]> {
  const now = app.clock.now();
  const used = standings.filter(isUsed).map((standing) => {
    const { id, timezone } = standing.workspace;
    const pauseEnd = healthRecovery(standing.health, app.config.health);
    const at = standing.allowance.kind === 'closed' && pauseEnd ? later(pauseEnd, now) : nextLocalDay(timezone, now);
    return { ...standing, id, at, day: localDay(timezone, at), nextDay: nextLocalDay(timezone, at) };
  });
  if (used.length === 0) return [];
  const counts = await countDays(app, used);
  return used.map(({ id, at, nextDay, health }) => {
    const { usual = null, before = 0, sent = 0 } = counts.get(id) ?? {};
    const cap = capAfter(app, health.state, { usual, before });
    return { workspaceId: id, at, nextDay, mails: Math.max(0, cap - sent) };
  });
}

const later = (one: Date, other: Date) => (one > other ? one : other);

/** A pause ends in `throttled`. */
function capAfter(
  { config }: App,
  state: HealthState,
  { usual, before }: { readonly usual: number | null; readonly before: number },
): number {
  return state === 'ramping' ? rampMails(config.health, before) : throttledMails(config.health, usual);
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
  readonly dueAt: Date | null;
  readonly at: Date;
}

const placeOf = ({ workspaceId, id = '', dueAt, at }: Queued & { readonly at: Date }): Place => ({
  workspaceId,
  id,
  dueAt: dueAt ?? null,
  at,
});

interface Ahead {
  readonly workspaceId: string;
  readonly id: string;
  readonly ahead: number;
  readonly examined: number;
}

/** Real mails that wait before each message and have not expired when the workspace has room again. */
const aheadOf = statement({
  rows: {
    i: rowsOf<Place>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      id: ['text', ({ id }) => id],
      due_at: ['timestamptz', ({ dueAt }) => dueAt],
      at: ['timestamptz', ({ at }) => at],
    }),
  },
  text: ({ i }, only) => `
    SELECT i.workspace_id AS "workspaceId", i.id, c.ahead, c.examined
    FROM ${i} CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE m.simulation IS NULL AND m.expires_at > i.at)::int AS ahead,
             count(*)::int AS examined
      FROM (
        SELECT q.simulation, q.expires_at FROM messages q
        WHERE q.workspace_id = i.workspace_id AND ${only('q.workspace_id')} AND q.state = 'queued'
          AND (i.due_at IS NULL OR (q.due_at <= i.due_at AND (q.due_at < i.due_at OR q.id < i.id)))
        ORDER BY q.due_at LIMIT ${examinedMax}) m) c`,
});
