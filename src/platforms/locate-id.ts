import type { Ctx } from '../context.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { mintedAt } from '../ground/ids.ts';

/** The types of rows that have an id which callers know. */
export type LocatedType =
  | 'ApiKey'
  | 'Contact'
  | 'Erasure'
  | 'Event'
  | 'EventType'
  | 'File'
  | 'Import'
  | 'Message'
  | 'Picture'
  | 'Platform'
  | 'SendingDomain'
  | 'Suppression'
  | 'TemplateDraft'
  | 'TemplateVersion'
  | 'Webhook'
  | 'WebhookEndpoint'
  | 'WebhookSecret'
  | 'Workspace';

export interface Located {
  readonly id: string;
  readonly type: LocatedType;
  /** Null for a row of the platform. */
  readonly workspaceId: string | null;
}

interface Sought {
  readonly id: string;
  readonly mintedAt: Date;
}

/**
 * Each line is one read by an index. Events have none of their id alone, but an id begins with the `created_at` of its
 * row (docs/rules.md#ids).
 */
const locate = statement({
  rows: { i: rowsOf<Sought>({ id: ['text', ({ id }) => id], minted_at: ['timestamptz', ({ mintedAt }) => mintedAt] }) },
  values: { platformId: 'text', onlyWorkspace: 'text' },
  text: ({ i, platformId, onlyWorkspace }) => `
    SELECT i.id, located.type, located.workspace_id AS "workspaceId"
    FROM ${i}
    CROSS JOIN LATERAL (
      SELECT 'Message' AS type, workspace_id FROM messages WHERE id = i.id AND platform_id = ${platformId}
      UNION ALL SELECT 'Event', workspace_id FROM events
        WHERE created_at = i.minted_at AND id = i.id AND platform_id = ${platformId}
      UNION ALL SELECT 'Contact', workspace_id FROM contacts WHERE id = i.id AND platform_id = ${platformId}
      UNION ALL SELECT 'Erasure', workspace_id FROM erasures WHERE id = i.id AND platform_id = ${platformId}
      UNION ALL SELECT 'Import', workspace_id FROM imports WHERE id = i.id AND platform_id = ${platformId}
      UNION ALL SELECT 'Workspace', id FROM workspaces WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'Suppression', workspace_id FROM suppressions WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'Webhook', workspace_id FROM webhooks WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'WebhookEndpoint', NULL FROM webhook_endpoints
        WHERE platform_id = ${platformId} AND id = i.id AND deleted_at IS NULL
      UNION ALL SELECT 'WebhookSecret', NULL FROM webhook_secrets WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'TemplateVersion', NULL FROM template_versions
        WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'TemplateDraft', NULL FROM template_drafts WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'EventType', NULL FROM event_types WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'File', NULL FROM files WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'Picture', NULL FROM pictures WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'SendingDomain', NULL FROM sending_domains WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'ApiKey', NULL FROM api_keys WHERE platform_id = ${platformId} AND id = i.id
      UNION ALL SELECT 'Platform', NULL FROM platforms WHERE id = ${platformId} AND id = i.id
    ) located
    WHERE ${onlyWorkspace} IS NULL OR workspace_id IS NULL OR workspace_id = ${onlyWorkspace}`,
});

/** Returns which row of the platform, or of the key's workspace, has the id; null for an id that no row has. */
export async function locateId(ctx: Ctx, id: string): Promise<Located | null> {
  return (await locateIds(ctx, [id]))[0] ?? null;
}

/** Returns which rows of the platform, or of the key's workspace, have the ids, in any order; nothing for unknown ids. */
export async function locateIds(
  { app, platformId, workspaceId }: Ctx,
  ids: readonly string[],
): Promise<readonly Located[]> {
  const sought = [...new Set(ids)].flatMap((id): Sought[] => {
    const minted = mintedAt(id);
    return minted === null ? [] : [{ id, mintedAt: minted }];
  });
  if (sought.length === 0) return [];
  return (await app.db.pool.query<Located>(locate({ i: sought, platformId, onlyWorkspace: workspaceId }))).rows;
}
