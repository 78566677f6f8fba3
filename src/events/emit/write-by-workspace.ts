import type { App } from '../../context.ts';
import type { AcceptedEmit } from './decide-emit.ts';
import { writeEmits } from './write-emits.ts';
import type { WriteTerms, WrittenEmits } from './write-terms.ts';

/**
 * Writes emits of any workspaces: on one database together, on a cluster those of each workspace in a transaction of their own,
 * side by side, so that no transaction is on two workers (docs/rules.md#statements-of-one-workspace). Where one of them is
 * refused, it throws once all have ended; what the others wrote stays, as it does where an answer of the database is lost.
 */
export async function writeByWorkspace(
  app: App,
  emits: readonly AcceptedEmit[],
  terms: WriteTerms,
): Promise<WrittenEmits> {
  if (!app.db.isCluster()) return writeEmits(app, emits, terms);
  const groups = [...Map.groupBy(emits, ({ workspaceId }) => workspaceId).values()];
  const settled = await Promise.allSettled(groups.map((group) => writeEmits(app, group, terms)));
  const written = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return {
    emits: new Set(written.flatMap((one) => [...one.emits])),
    claimed: new Set(written.flatMap((one) => [...one.claimed])),
    woken: written.flatMap((one) => one.woken),
    fed: written.reduce((sum, one) => sum + one.fed, 0),
  };
}
