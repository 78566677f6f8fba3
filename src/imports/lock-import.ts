import type { ImportKind, ImportState } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';

export interface LockedImport {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly kind: ImportKind;
  readonly state: ImportState;
  readonly apiKeyId: string | null;
  readonly skipUnknownColumns: boolean;
  readonly bytes: number;
}

const otherKey = 'Another API key began this import. Its file comes from that key alone.';

/** Finds the workspace of an import in a path. Rejects with `not_found`. */
export async function workspaceOfImport(ctx: Ctx, workspace: string, id: string): Promise<string> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace, { select: { id: true } });
  if (!isId(id)) throw notFound('import');
  return workspaceId;
}

/** Locks an import until the transaction ends. Throws `not_found`. */
export async function lockImport(ctx: Ctx, client: Queryable, workspaceId: string, id: string): Promise<LockedImport> {
  const { rows } = await client.query<LockedImport>(
    `SELECT platform_id AS "platformId", workspace_id AS "workspaceId", id, kind, state, api_key_id AS "apiKeyId",
            skip_unknown_columns AS "skipUnknownColumns", bytes
     FROM imports WHERE platform_id = $1 AND workspace_id = $2 AND id = $3 FOR NO KEY UPDATE`,
    [ctx.platformId, workspaceId, id],
  );
  const [found] = rows;
  if (!found) throw notFound('import');
  return found;
}

/** The same for a change of its file, which the key that began it makes alone. Throws `forbidden`, `import_ended`. */
export async function lockUpload(ctx: Ctx, client: Queryable, workspaceId: string, id: string): Promise<LockedImport> {
  const found = await lockImport(ctx, client, workspaceId, id);
  if (found.apiKeyId !== ctx.apiKeyId) throw new DomainError('forbidden', otherKey);
  if (found.state !== 'uploading') throw new DomainError('import_ended');
  return found;
}
