import type { ImportKind } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { openMax } from './import-limits.ts';

interface Given {
  readonly kind: ImportKind;
  /** Whether columns that name no field are passed over. */
  readonly skipUnknownColumns: boolean;
  /** Of suppressions: whether they block all of the platform. */
  readonly platformWide?: boolean;
}

/** An import, as callers name it. */
export interface ImportPlace {
  readonly workspaceId: string;
  readonly id: string;
}

const ofPlatform = 'The API key is for one workspace, and these suppressions would block the whole platform.';

const insert = statement({
  values: {
    platformId: 'text',
    workspaceId: 'text',
    id: 'text',
    kind: 'text',
    apiKeyId: 'text',
    skips: 'boolean',
    wide: 'boolean',
    now: 'timestamptz',
  },
  text: (v) => `
    INSERT INTO imports (platform_id, workspace_id, id, kind, api_key_id, skip_unknown_columns, platform_wide, created_at,
                         changed_at)
    SELECT ${v.platformId}, ${v.workspaceId}, ${v.id}, ${v.kind}::import_kind, ${v.apiKeyId}, ${v.skips}, ${v.wide},
           ${v.now}, ${v.now}
    WHERE (SELECT count(*) FROM imports WHERE platform_id = ${v.platformId} AND finished_at IS NULL) < ${openMax}`,
});

/**
 * Begins an import: its file comes next (docs/rules.md#imports). Rejects with `not_found`, `import_ceiling_reached`, and
 * with `forbidden` for suppressions of the platform by a key of one workspace.
 */
export async function createImport(ctx: Ctx, workspace: string, given: Given): Promise<ImportPlace> {
  const { app, platformId, apiKeyId } = ctx;
  const { kind, skipUnknownColumns: skips, platformWide: wide = false } = given;
  const { id: workspaceId } = await findWorkspace(ctx, workspace, { select: { id: true } });
  if (wide && ctx.workspaceId != null) throw new DomainError('forbidden', ofPlatform);
  const now = app.clock.now();
  const id = newId(now);
  await app.db.transaction(async (client) => {
    // Two that begin at once must not both find a place.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('imports ' || $1, 0))`, [platformId]);
    const { rowCount } = await client.query(insert({ platformId, workspaceId, id, kind, apiKeyId, skips, wide, now }));
    if (rowCount === 0) throw new DomainError('import_ceiling_reached');
  });
  return { workspaceId, id };
}
