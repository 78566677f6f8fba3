import type { Ctx } from '../context.ts';
import { changeRow } from '../db/writes/change-row.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { violates } from '../ground/errors/violates.ts';
import { parseInput } from '../ground/input/input.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { workspaceUpdate } from './workspace-input.ts';

/**
 * Changes the fields that `input` names; `{}` changes nothing. Returns the workspace's id. Rejects with `not_found`,
 * `validation_failed`, `reference_taken`.
 */
export async function updateWorkspace(ctx: Ctx, path: string, input: unknown): Promise<string> {
  const { id } = await findWorkspace(ctx, path);
  const { name, reference, timezone, locale } = parseInput(workspaceUpdate, input);
  if (name === undefined && reference === undefined && timezone === undefined && locale === undefined) return id;
  try {
    await changeRow(
      ctx.app.db,
      (client) =>
        client.query(
          `UPDATE workspaces
           SET name = coalesce($3, name), reference = coalesce($4, reference),
               timezone = coalesce($5, timezone), locale = coalesce($6, locale), updated_at = $7
           WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL`,
          [ctx.platformId, id, name, reference, timezone, locale, ctx.app.clock.now()],
        ),
      () => notFound('workspace'),
    );
  } catch (error) {
    if (violates(error, 'workspaces_live_reference_key')) throw new DomainError('reference_taken');
    throw error;
  }
  return id;
}
