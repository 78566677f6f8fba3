import type { App } from '../../context.ts';
import { ofEachWorkspace } from '../../db/by-workspace.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { underWaySql } from '../../messages/states/under-way-sql.ts';

/** A day of a workspace, such as `2026-03-29`. */
export interface DayOf {
  readonly id: string;
  readonly day: string;
}

/** The real mails of a workspace by day. */
export interface DayCounts {
  readonly id: string;
  /** On the day: mails sent, and those that attempts under way may send now. */
  readonly sent: number;
  /** Sending days before the day. */
  readonly before: number;
  /** Median of the last of them; null without one. */
  readonly usual: number | null;
}

const countStatement = statement({
  name: 'count-days',
  hidden: true,
  rows: { i: rowsOf<DayOf>({ id: ['text', ({ id }) => id], day: ['date', ({ day }) => day] }) },
  values: { usualDays: 'int' },
  text: ({ i, usualDays }, only) => `
    SELECT i.id,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY u.sent) FROM (
         SELECT d.sent FROM sending_days d WHERE d.workspace_id = i.id AND ${only('d.workspace_id')} AND d.day < i.day AND d.sent > 0
         ORDER BY d.day DESC LIMIT ${usualDays}) u) AS usual,
      (SELECT count(*)::int FROM sending_days d WHERE d.workspace_id = i.id AND ${only('d.workspace_id')} AND d.day < i.day AND d.sent > 0) AS before,
      coalesce((SELECT d.sent FROM sending_days d WHERE d.workspace_id = i.id AND ${only('d.workspace_id')} AND d.day = i.day), 0)
        + ${underWaySql('i.id', only)} AS sent
    FROM ${i}`,
});

/** Counts the mails of days (docs/rules.md#day-caps), by workspace id, in one statement for all of one database. */
export async function countDays(app: App, days: readonly DayOf[]): Promise<ReadonlyMap<string, DayCounts>> {
  const { usualDays } = app.config.health.throttled;
  const rows = await ofEachWorkspace(
    app.db,
    days,
    ({ id }) => id,
    async (some, form) => (await app.db.pool.query<DayCounts>(form(countStatement)({ i: some, usualDays }))).rows,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
