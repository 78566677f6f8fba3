import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { DomainError, notFound } from '../../ground/errors/errors.ts';
import { violates } from '../../ground/errors/violates.ts';
import { isId } from '../../ground/ids.ts';
import { parseInput } from '../../ground/input/input.ts';
import { reference } from '../../ground/input/references.ts';
import { deletedWorkspaceLifetime, keptSince } from '../../retention/lifetimes.ts';
import { checkWorkspaceCeiling } from '../workspace-ceiling.ts';

const restoreInput = z.object({ reference: reference.nullish() });

/** A purge holds the row while it removes data, and marks it with the first rows. */
const restore = statement({
  values: { platformId: 'text', id: 'text', reference: 'text', deletedSince: 'timestamptz', now: 'timestamptz' },
  text: (v) => `
    UPDATE workspaces
    SET deleted_at = NULL, updated_at = ${v.now}, reference = coalesce(${v.reference}, reference)
    WHERE platform_id = ${v.platformId} AND id = ${v.id} AND deleted_at > ${v.deletedSince} AND purged_at IS NULL`,
});

/**
 * Undoes the deletion of a workspace within its 30 days (docs/rules.md#undone-deletions). `input.reference` replaces a
 * reference that another workspace has by now. Returns the id; also of a workspace that is live. Rejects with
 * `not_found`, `validation_failed`, `reference_taken`, `workspace_ceiling_reached`.
 */
export async function restoreWorkspace(ctx: Ctx, id: string, input: unknown): Promise<string> {
  const { app, platformId } = ctx;
  const given = parseInput(restoreInput, input).reference ?? null;
  if (!isId(id)) throw notFound('workspace');
  const now = app.clock.now();
  const deletedSince = keptSince(deletedWorkspaceLifetime, now);
  try {
    const restored = await app.db.transaction(async (client) => {
      const { rows } = await client.query<{ deleted: boolean }>(
        `SELECT deleted_at IS NOT NULL AS deleted FROM workspaces
         WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE`,
        [platformId, id],
      );
      if (!rows[0]) throw notFound('workspace');
      if (!rows[0].deleted) return false;
      await checkWorkspaceCeiling(client, platformId);
      const { rowCount } = await client.query(restore({ platformId, id, reference: given, deletedSince, now }));
      if (rowCount === 0) throw notFound('workspace');
      // While it was deleted, no sweep judged its health.
      await client.query('UPDATE workspace_health SET judge_at = $3 WHERE platform_id = $1 AND workspace_id = $2', [
        platformId,
        id,
        now,
      ]);
      return true;
    });
    if (restored) await app.wake.ask('sending', [{ platformId, id }]);
  } catch (error) {
    if (violates(error, 'workspaces_live_reference_key')) throw new DomainError('reference_taken');
    throw error;
  }
  return id;
}
