import type { App } from '../context.ts';
import { byWorkspace, resultsOf } from '../db/by-workspace.ts';
import { statement } from '../db/rows.ts';
import { eventLifetime } from '../retention/lifetimes.ts';
import { shownIds } from '../retention/partitions/shown-ids.ts';

/** The last emit of a workspace. */
export interface LastEmit {
  /** The workspace. */
  readonly id: string;
  /** Null without a kept event. */
  readonly at: Date | null;
}

const lastEmits = statement({
  values: { platformId: 'text', ids: 'text[]', from: 'text', until: 'text' },
  text: ({ platformId, ids, from, until }, only) => `
    SELECT w.id, (
      SELECT e.created_at FROM events e WHERE e.workspace_id = w.id AND ${only('e.workspace_id')} AND e.id >= ${from} AND e.id < ${until}
      ORDER BY e.workspace_id DESC, e.id DESC LIMIT 1) AS at
    FROM workspaces w WHERE w.platform_id = ${platformId} AND w.id = ANY (${ids})`,
});

/** Returns the times of the newest kept events of workspaces of one platform. */
export async function readLastEmits(
  { clock, db }: App,
  { platformId, ids }: { readonly platformId: string; readonly ids: readonly string[] },
): Promise<readonly LastEmit[]> {
  const shown = shownIds(eventLifetime, clock.now());
  const answers = await byWorkspace(
    db,
    ids,
    (id) => id,
    async (some, form) => {
      const { rows } = await db.pool.query<LastEmit>(form(lastEmits)({ platformId, ids: some, ...shown }));
      const found = new Map(rows.map((row) => [row.id, row]));
      return some.map((id) => found.get(id) ?? null);
    },
  );
  return resultsOf(answers).flatMap((emit) => emit ?? []);
}
