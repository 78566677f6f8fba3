import type { App } from '../../context.ts';
import { whereReached } from '../../db/by-workspace.ts';
import type { AcceptedEmit } from './decide-emit.ts';
import { writeEmits } from './write-emits.ts';
import type { WriteTerms, WrittenEmits } from './write-terms.ts';

export interface WrittenApart extends WrittenEmits {
  /** Why emits are not known to be written. */
  readonly failed: ReadonlyMap<AcceptedEmit, unknown>;
}

/**
 * Writes emits of any workspaces: on one database together, on a cluster those of each workspace in a transaction of their own,
 * side by side, so that no transaction is on two workers (docs/rules.md#statements-of-one-workspace). One that is refused,
 * as by a worker that is gone, concerns its own emits alone.
 */
export async function writeByWorkspace(
  app: App,
  emits: readonly AcceptedEmit[],
  terms: WriteTerms,
): Promise<WrittenApart> {
  if (!app.db.isCluster()) return { ...(await writeEmits(app, emits, terms)), failed: new Map() };
  const groups = [...Map.groupBy(emits, ({ workspaceId }) => workspaceId)];
  const settled = await Promise.allSettled(
    groups.map(([workspaceId, group]) => whereReached(app.db, workspaceId, () => writeEmits(app, group, terms))),
  );
  const written = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = settled.flatMap((one, at) =>
    one.status === 'rejected' ? (groups[at]?.[1] ?? []).map((emit) => [emit, one.reason] as const) : [],
  );
  return {
    failed: new Map(failed),
    emits: new Set(written.flatMap((one) => [...one.emits])),
    claimed: new Set(written.flatMap((one) => [...one.claimed])),
    woken: written.flatMap((one) => one.woken),
    fed: written.reduce((sum, one) => sum + one.fed, 0),
  };
}
