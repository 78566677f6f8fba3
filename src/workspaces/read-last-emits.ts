import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { idAt } from '../ground/ids.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';

/** The last emit of a workspace. */
export interface LastEmit {
  /** The workspace. */
  readonly id: string;
  /** Null without a kept event. */
  readonly at: Date | null;
}

const lastEmits = statement({
  values: { platformId: 'text', ids: 'text[]', kept: 'text' },
  text: ({ platformId, ids, kept }) => `
    SELECT w.id, (
      SELECT e.created_at FROM events e WHERE e.workspace_id = w.id AND e.id >= ${kept}
      ORDER BY e.workspace_id DESC, e.id DESC LIMIT 1) AS at
    FROM workspaces w WHERE w.platform_id = ${platformId} AND w.id = ANY (${ids})`,
});

/** Returns the times of the newest kept events of workspaces of one platform. */
export async function readLastEmits(
  { clock, db }: App,
  { platformId, ids }: { readonly platformId: string; readonly ids: readonly string[] },
): Promise<readonly LastEmit[]> {
  const kept = idAt(keptSince(eventLifetime, clock.now()));
  return (await db.pool.query<LastEmit>(lastEmits({ platformId, ids, kept }))).rows;
}
