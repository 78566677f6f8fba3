import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { notFound } from '../ground/errors/errors.ts';
import { type ExportOrder, readToken } from './export-order.ts';

const stillAllowed = statement({
  values: { platformId: 'text', workspaceId: 'text', apiKeyId: 'text', now: 'timestamptz' },
  text: (v) => `
    SELECT FROM workspaces w JOIN platforms p ON p.id = w.platform_id
    WHERE w.platform_id = ${v.platformId} AND w.id = ${v.workspaceId} AND w.deleted_at IS NULL
      AND (${v.apiKeyId} IS NULL OR p.suspended_at IS NULL AND EXISTS (
        SELECT FROM api_keys k
        WHERE k.platform_id = p.id AND k.id = ${v.apiKeyId} AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > ${v.now})))`,
});

/**
 * Returns what the link with this token exports (docs/rules.md#exports). Rejects with `not_found` for a token that is
 * closed or not ours, and once its workspace is deleted, its platform suspended or its key no longer in force.
 */
export async function findExport(app: App, token: string): Promise<ExportOrder> {
  const now = app.clock.now();
  const asked = readToken(app.secrets, token, now);
  if (asked === null) throw notFound('export');
  const { platformId, workspaceId, apiKeyId } = asked;
  const { rowCount } = await app.db.pool.query(stillAllowed({ platformId, workspaceId, apiKeyId, now }));
  if (rowCount === 0) throw notFound('export');
  return asked;
}
