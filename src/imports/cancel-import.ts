import type { Ctx } from '../context.ts';
import { DomainError } from '../ground/errors/errors.ts';
import type { ImportPlace } from './create-import.ts';
import { endImport } from './end-import.ts';
import { lockImport, workspaceOfImport } from './lock-import.ts';

/**
 * Ends an import where it is: rows that were written stay. One that was cancelled before is returned as it is. Rejects
 * with `not_found`, `import_ended`.
 */
export async function cancelImport(ctx: Ctx, workspace: string, id: string): Promise<ImportPlace> {
  const workspaceId = await workspaceOfImport(ctx, workspace, id);
  await ctx.app.db.transaction(async (client) => {
    const { state } = await lockImport(ctx, client, workspaceId, id);
    if (state === 'finished' || state === 'failed') throw new DomainError('import_ended');
    if (state !== 'cancelled') {
      await endImport(client, { workspaceId, id, state: 'cancelled', failure: null, now: ctx.app.clock.now() });
    }
  });
  return { workspaceId, id };
}
