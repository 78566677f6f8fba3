/** For the operator: objects that should be gone from the picture store (docs/rules.md#removals-from-the-picture-store). */
import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { hour } from '../ground/time/durations.ts';
import { type CappedCount, cappedCount, deploymentCountMax } from './capped-count.ts';

/** A removal takes seconds, unless the store fails or refuses it; milliseconds. */
const overdueAfter = hour;

export interface RemovalBacklog {
  readonly overdue: CappedCount;
  readonly oldestDueAt: Date | null;
}

const overdueRemovals = statement({
  values: { overdueBefore: 'timestamptz' },
  text: ({ overdueBefore }) => `
    SELECT count(*)::int AS overdue, min(due_at) AS oldest FROM (
      SELECT due_at FROM picture_removals WHERE due_at < ${overdueBefore}
      ORDER BY due_at LIMIT ${deploymentCountMax + 1}) r`,
});

export async function readPictureRemovals({ clock, db }: App): Promise<RemovalBacklog> {
  const overdueBefore = new Date(clock.now().getTime() - overdueAfter);
  const { rows } = await db.pool.query<{ overdue: number; oldest: Date | null }>(overdueRemovals({ overdueBefore }));
  const { overdue = 0, oldest = null } = rows[0] ?? {};
  return { overdue: cappedCount(overdue, deploymentCountMax), oldestDueAt: oldest };
}
