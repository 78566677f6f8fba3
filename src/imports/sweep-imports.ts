import type { ImportFailure } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { inWorkspaces } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { type Only, ofAny, statement } from '../db/rows.ts';
import { endImport } from './end-import.ts';
import { uploadPatience } from './import-limits.ts';

interface Ending {
  readonly workspaceId: string;
  readonly id: string;
  readonly failure: ImportFailure | null;
}

/** On a cluster, imports that are looked at: others may hold the first ones. */
const lookedAt = 20;

const endingSql = (since: string, only: Only) => `
  FROM imports i JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id
  WHERE i.finished_at IS NULL AND ${only('i.workspace_id')}
    AND (w.deleted_at IS NOT NULL OR i.state = 'uploading' AND i.changed_at <= ${since})`;

const lockEnding = statement({
  values: { since: 'timestamptz' },
  text: ({ since }, only) => `
    SELECT i.workspace_id AS "workspaceId", i.id,
           CASE WHEN w.deleted_at IS NULL THEN NULL ELSE 'workspace_deleted' END AS failure
    ${endingSql(since, only)}
    LIMIT 1 FOR NO KEY UPDATE OF i SKIP LOCKED`,
});

const findEnding = statement({
  values: { since: 'timestamptz' },
  text: ({ since }) => `SELECT i.workspace_id AS "workspaceId" ${endingSql(since, ofAny)} LIMIT ${lookedAt}`,
});

/** Ends imports of deleted workspaces, and those whose file did not come to its end. One at a time: files are large. */
export async function sweepImports(app: App): Promise<void> {
  await app.db.transaction((client) => endOne(app, client), maintenanceLimits);
}

async function endOne(app: App, client: Queryable): Promise<void> {
  const now = app.clock.now();
  const since = new Date(now.getTime() - uploadPatience);
  const [ending] = await inWorkspaces(app.db, client, { find: findEnding({ since }), rows: 1 }, async (form) => {
    return (await client.query<Ending>(form(lockEnding)({ since }))).rows;
  });
  if (ending) await endImport(client, { ...ending, state: ending.failure ? 'failed' : 'cancelled', now });
}
