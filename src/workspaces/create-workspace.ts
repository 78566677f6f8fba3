import type { Ctx } from '../context.ts';
import { violates } from '../db/violates.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { workspaceCreate } from './workspace-input.ts';

/**
 * Creates a workspace for one of the platform's customers; returns its id. Rejects with `validation_failed`,
 * `reference_taken`, `workspace_ceiling_reached`.
 */
export async function createWorkspace(ctx: Ctx, input: unknown): Promise<string> {
  const { name, reference, timezone, locale } = parseInput(workspaceCreate, input);
  const now = ctx.app.clock.now();
  const id = newId(now);
  try {
    await ctx.app.db.transaction(async (client) => {
      // The platform's row is locked only if the platform has a ceiling (docs/rules.md#workspace-ceiling).
      const { rows } = await client.query<{ workspace_ceiling: number | null }>(
        'SELECT workspace_ceiling FROM platforms WHERE id = $1',
        [ctx.platformId],
      );
      if (rows[0]?.workspace_ceiling != null) await checkCeiling();
      await client.query(
        `INSERT INTO workspaces (platform_id, id, reference, name, timezone, locale, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
        [ctx.platformId, id, reference, name, timezone, locale, now],
      );
      await client.query(
        `INSERT INTO workspace_health (platform_id, workspace_id, state, since, counts_since)
         VALUES ($1, $2, 'ramping', $3, $3)`,
        [ctx.platformId, id, now],
      );

      async function checkCeiling(): Promise<void> {
        const locked = await client.query<{ workspace_ceiling: number | null }>(
          'SELECT workspace_ceiling FROM platforms WHERE id = $1 FOR NO KEY UPDATE',
          [ctx.platformId],
        );
        // A statement of its own, which sees the workspaces of earlier holders of the lock.
        const counted = await client.query<{ live: number }>(
          'SELECT count(*)::int AS live FROM workspaces WHERE platform_id = $1 AND deleted_at IS NULL',
          [ctx.platformId],
        );
        const ceiling = locked.rows[0]?.workspace_ceiling ?? Number.POSITIVE_INFINITY;
        if ((counted.rows[0]?.live ?? 0) >= ceiling) throw new DomainError('workspace_ceiling_reached');
      }
    });
  } catch (error) {
    if (violates(error, 'workspaces_live_reference_key')) throw new DomainError('reference_taken');
    throw error;
  }
  return id;
}
