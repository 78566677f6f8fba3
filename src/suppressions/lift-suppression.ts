import type { Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { DomainError, notFound } from '../errors.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { bearsOnSql } from './find-suppressions.ts';

const ofPlatform = 'The API key is for one workspace, and this suppression blocks the whole platform.';

/**
 * Lifts a suppression that the workspace at `path` lists (docs/rules.md#lifting-a-suppression). Returns its id. Rejects
 * with `not_found`, with `suppression_permanent` for a block of marketing, and with `forbidden` for a block of the whole
 * platform when the key is for one workspace.
 */
export async function liftSuppression(ctx: Ctx, path: string, id: string): Promise<string> {
  const { platformId } = ctx;
  const { id: workspaceId } = await findWorkspace(ctx, path, { select: { id: true } });
  await ctx.app.db.transaction(async (client) => {
    const { rows } = await client.query<Pick<Suppression, 'blocks' | 'workspaceId'> & { readonly addressHash: Buffer }>(
      `SELECT blocks, workspace_id AS "workspaceId", address_hash AS "addressHash" FROM suppressions c
       WHERE c.platform_id = $1 AND c.id = $2
         AND (c.workspace_id = $3 OR c.workspace_id IS NULL AND ${bearsOnSql('$3')})
       FOR UPDATE`,
      [platformId, id, workspaceId],
    );
    const suppression = rows[0];
    if (!suppression) throw notFound('suppression');
    if (suppression.workspaceId === null && ctx.workspaceId != null) throw new DomainError('forbidden', ofPlatform);
    if (suppression.blocks === 'marketing') throw new DomainError('suppression_permanent');
    await client.query('DELETE FROM suppressions WHERE platform_id = $1 AND id = $2', [platformId, id]);
    await client.query('DELETE FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = $2', [
      workspaceId,
      suppression.addressHash,
    ]);
  });
  return id;
}
