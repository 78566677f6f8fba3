import type { Ctx } from '../context.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { violates } from '../ground/errors/violates.ts';
import { newId } from '../ground/ids.ts';
import { parseInput } from '../ground/input/input.ts';
import { checkWorkspaceCeiling } from './workspace-ceiling.ts';
import { workspaceCreate } from './workspace-input.ts';

/**
 * Creates a workspace for one of the platform's customers; returns its id (docs/rules.md#workspace-ceiling). Rejects
 * with `validation_failed`, `reference_taken`, `workspace_ceiling_reached`.
 */
export async function createWorkspace(ctx: Ctx, input: unknown): Promise<string> {
  const { name, reference, timezone, locale } = parseInput(workspaceCreate, input);
  const now = ctx.app.clock.now();
  const id = newId(now);
  try {
    await ctx.app.db.transaction(async (client) => {
      await checkWorkspaceCeiling(client, ctx.platformId);
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
    });
  } catch (error) {
    if (violates(error, 'workspaces_live_reference_key')) throw new DomainError('reference_taken');
    throw error;
  }
  return id;
}
