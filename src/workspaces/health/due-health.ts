/** What the sweep of health has to judge, and the note that it was judged (docs/rules.md#health-sweep). */

import type { HealthState } from '../../../prisma/generated/client.ts';
import { ofEachWorkspace } from '../../db/by-workspace.ts';
import type { Db, Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import type { HealthLimits } from '../../ground/config/health-limits.ts';
import { healthRecovery } from './health-recovery.ts';

/** Rows of each kind that one sweep takes, at most; the next sweep goes on. */
export const dueASweep = 500;

/** An hour of a workspace whose counts changed since they were judged, or which the measured days have left behind. */
interface DueHour {
  readonly workspaceId: string;
  readonly hour: Date;
  readonly ended: number;
  readonly delivered: number;
  readonly hardBounces: number;
  readonly complaints: number;
}

/** A day on which a workspace began to send. */
interface DueDay {
  readonly workspaceId: string;
  /** `2026-03-29`. */
  readonly day: string;
}

/** A workspace whose time has come, or whose state is new. */
interface DueStanding {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly judgeAt: Date;
  readonly state: HealthState;
  readonly since: Date;
  readonly underLineSince: Date | null;
}

/** The rows as they were before the counts were read: what changes afterwards stays due. */
export interface DueHealth {
  readonly hours: readonly DueHour[];
  readonly days: readonly DueDay[];
  readonly standings: readonly DueStanding[];
}

/** Oldest hours first, so that no hour waits for the workspaces of a later one. */
const dueHours = statement({
  values: { from: 'timestamptz' },
  text: ({ from }) => `
    (SELECT workspace_id AS "workspaceId", hour, ended, delivered, hard_bounces AS "hardBounces", complaints
     FROM health_hours WHERE judged = 0 ORDER BY judged, hour LIMIT ${dueASweep})
    UNION ALL
    (SELECT workspace_id, hour, ended, delivered, hard_bounces, complaints
     FROM health_hours WHERE judged = 1 AND hour < ${from} ORDER BY judged, hour LIMIT ${dueASweep})`,
});

const dueStandings = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    SELECT platform_id AS "platformId", workspace_id AS "workspaceId", judge_at AS "judgeAt", state, since,
           under_line_since AS "underLineSince"
    FROM workspace_health WHERE judge_at <= ${now} ORDER BY judge_at LIMIT ${dueASweep}`,
});

/** `from`: the start of the measured days. */
export async function findDueHealth(client: Queryable, now: Date, from: Date): Promise<DueHealth> {
  const hours = await client.query<DueHour>(dueHours({ from }));
  const days = await client.query<DueDay>(
    `SELECT workspace_id AS "workspaceId", day::text FROM sending_days WHERE NOT judged LIMIT ${dueASweep}`,
  );
  const standings = await client.query<DueStanding>(dueStandings({ now }));
  return { hours: hours.rows, days: days.rows, standings: standings.rows };
}

/** A row that another transaction holds is changing, so it stays due. Waiting for it could end in a deadlock. */
const settleHours = statement({
  rows: {
    i: rowsOf<DueHour>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      hour: ['timestamptz', ({ hour }) => hour],
      ended: ['int', ({ ended }) => ended],
      delivered: ['int', ({ delivered }) => delivered],
      hard_bounces: ['int', ({ hardBounces }) => hardBounces],
      complaints: ['int', ({ complaints }) => complaints],
    }),
  },
  values: { from: 'timestamptz' },
  text: ({ i, from }, only) => `
    UPDATE health_hours o SET judged = CASE WHEN o.hour < ${from} THEN 2 ELSE 1 END
    FROM (
      SELECT o.workspace_id, o.hour FROM ${i}
      JOIN health_hours o ON o.workspace_id = i.workspace_id AND ${only('o.workspace_id')} AND o.hour = i.hour AND o.ended = i.ended
        AND o.delivered = i.delivered AND o.hard_bounces = i.hard_bounces AND o.complaints = i.complaints
      FOR NO KEY UPDATE OF o SKIP LOCKED
    ) seen
    WHERE o.workspace_id = seen.workspace_id AND ${only('o.workspace_id')} AND o.hour = seen.hour`,
});

const settleDays = statement({
  rows: {
    i: rowsOf<DueDay>({ workspace_id: ['text', ({ workspaceId }) => workspaceId], day: ['date', ({ day }) => day] }),
  },
  text: ({ i }, only) => `
    UPDATE sending_days d SET judged = true
    FROM (
      SELECT d.workspace_id, d.day FROM ${i}
      JOIN sending_days d ON d.workspace_id = i.workspace_id AND ${only('d.workspace_id')} AND d.day = i.day
      FOR NO KEY UPDATE OF d SKIP LOCKED
    ) seen
    WHERE d.workspace_id = seen.workspace_id AND ${only('d.workspace_id')} AND d.day = seen.day`,
});

interface SettledStanding extends DueStanding {
  /** When it is due again. */
  readonly next: Date | null;
}

/** A workspace that moved meanwhile stays due. A deleted one is due again when it is restored. */
const settleStandings = statement({
  rows: {
    i: rowsOf<SettledStanding>({
      platform_id: ['text', ({ platformId }) => platformId],
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      judge_at: ['timestamptz', ({ judgeAt }) => judgeAt],
      state: ['health_state', ({ state }) => state],
      since: ['timestamptz', ({ since }) => since],
      under_line_since: ['timestamptz', ({ underLineSince }) => underLineSince],
      next: ['timestamptz', ({ next }) => next],
    }),
  },
  text: ({ i }, only) => `
    UPDATE workspace_health h SET judge_at = seen.next
    FROM (
      SELECT h.platform_id, h.workspace_id, CASE WHEN w.deleted_at IS NULL THEN i.next END AS next FROM ${i}
      JOIN workspace_health h ON h.platform_id = i.platform_id AND h.workspace_id = i.workspace_id AND ${only('h.workspace_id')}
        AND h.judge_at = i.judge_at AND h.state = i.state AND h.since = i.since
        AND h.under_line_since IS NOT DISTINCT FROM i.under_line_since
      JOIN workspaces w ON w.platform_id = h.platform_id AND w.id = h.workspace_id
      FOR NO KEY UPDATE OF h SKIP LOCKED
    ) seen
    WHERE h.platform_id = seen.platform_id AND h.workspace_id = seen.workspace_id AND ${only('h.workspace_id')}`,
});

const workspaceOf = ({ workspaceId }: { readonly workspaceId: string }) => workspaceId;

/** Notes that the rows were judged, in the transaction that judged them. `from`: the start of the measured days. */
export async function settleDueHealth(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  { hours, days, standings }: DueHealth,
  from: Date,
  limits: HealthLimits,
): Promise<void> {
  const settled = standings.map((standing) => ({ ...standing, next: healthRecovery(standing, limits) }));
  await ofEachWorkspace(db, settled, workspaceOf, async (some, form) => {
    return (await client.query(form(settleStandings)({ i: some }))).rows;
  });
  await ofEachWorkspace(db, days, workspaceOf, async (some, form) => {
    return (await client.query(form(settleDays)({ i: some }))).rows;
  });
  // Last: outcomes wait for the rows of these hours.
  await ofEachWorkspace(db, hours, workspaceOf, async (some, form) => {
    return (await client.query(form(settleHours)({ i: some, from }))).rows;
  });
}
