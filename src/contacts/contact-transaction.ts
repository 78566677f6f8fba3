import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { requestLimits, type TimeLimits } from '../db/connections/time-limits.ts';
import { notFound } from '../ground/errors/errors.ts';

/** Tries before a conflict counts as a bug; from the second try on the writer is alone and cannot lose again. */
const triesMax = 4;
/** unique_violation, serialization_failure, deadlock_detected. */
const lostRaces: ReadonlySet<unknown> = new Set(['23505', '40001', '40P01']);
/** lock_not_available. */
const waitedLong = '55P03';
/** Tries that may end by a wait: a queue of writers, each alone, can be longer than one limit. */
const waitsMax = 3;
/** Time after which a wait is not tried again: each try may wait for a connection as well. Milliseconds. */
const waitsTime = 20_000;
/**
 * Of the first try. Writers that wait for each other in a circle then part at once: PostgreSQL takes a second to find
 * each circle, and eight batches can make several.
 */
const parallelLimits: TimeLimits = { ...requestLimits, lock: 200 };

/** Contacts are found by the index that has the order of a statement (src/contacts/load-contacts.ts). */
export const byOrder: readonly string[] = ['enable_sort = off'];

/**
 * Runs `work` on the contacts of a live workspace in one transaction; rejects with `not_found` when the workspace was
 * deleted meanwhile.
 *
 * Writers of one workspace run in parallel (docs/rules.md#contact-batch). A writer that loses a race for a reference or an address, or waits too long for
 * another, runs again, alone, and then sees the winner's row. `lost` is called before.
 */
export async function contactTransaction<Result>(
  ctx: Ctx,
  workspaceId: string,
  work: (client: Queryable) => Promise<Result>,
  lost: () => void = () => undefined,
): Promise<Result> {
  const { clock } = ctx.app;
  const until = clock.monotonic() + waitsTime;
  for (let tries = 1; ; tries += 1) {
    const isFirst = tries === 1;
    try {
      return await ctx.app.db.transaction(
        async (client) => {
          // The lock comes before the check: a statement sees only what was committed before it began.
          await lockContacts(client, workspaceId, isFirst ? 'shared' : 'alone');
          const { rowCount } = await client.query(
            'SELECT FROM workspaces WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL',
            [ctx.platformId, workspaceId],
          );
          if (rowCount === 0) throw notFound('workspace');
          return work(client);
        },
        isFirst ? parallelLimits : requestLimits,
        byOrder,
      );
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      const isLost = lostRaces.has(code) || (code === waitedLong && tries < waitsMax && clock.monotonic() < until);
      if (!isLost || tries === triesMax) throw error;
      lost();
    }
  }
}

const lockStatements = {
  alone: `SELECT pg_advisory_xact_lock(hashtextextended('contacts ' || $1, 0))`,
  shared: `SELECT pg_advisory_xact_lock_shared(hashtextextended('contacts ' || $1, 0))`,
};

/**
 * Blocks other writers of the workspace's contacts until the transaction ends; `shared`: blocks only writers that run
 * alone.
 */
export async function lockContacts(
  client: Queryable,
  workspaceId: string,
  mode: 'alone' | 'shared' = 'alone',
): Promise<void> {
  await client.query(lockStatements[mode], [workspaceId]);
}
