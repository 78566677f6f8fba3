import type { ImportFailure } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { endImport } from './end-import.ts';
import { uploadPatience } from './import-limits.ts';

interface Ending {
  readonly workspaceId: string;
  readonly id: string;
  readonly failure: ImportFailure | null;
}

/** Ends imports of deleted workspaces, and those whose file did not come to its end. One at a time: files are large. */
export async function sweepImports(app: App): Promise<void> {
  await app.db.transaction((client) => endOne(app, client), maintenanceLimits);
}

async function endOne(app: App, client: Queryable): Promise<void> {
  const now = app.clock.now();
  const { rows } = await client.query<Ending>(
    `SELECT i.workspace_id AS "workspaceId", i.id,
            CASE WHEN w.deleted_at IS NULL THEN NULL ELSE 'workspace_deleted' END AS failure
     FROM imports i JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id
     WHERE i.finished_at IS NULL AND (w.deleted_at IS NOT NULL OR i.state = 'uploading' AND i.changed_at <= $1)
     LIMIT 1 FOR NO KEY UPDATE OF i SKIP LOCKED`,
    [new Date(now.getTime() - uploadPatience)],
  );
  const [ending] = rows;
  if (ending) await endImport(client, { ...ending, state: ending.failure ? 'failed' : 'cancelled', now });
}
