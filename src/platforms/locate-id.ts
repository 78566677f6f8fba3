import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { mintedAt } from '../ids.ts';

/** The types of rows that have an id which callers know. */
export type LocatedType =
  | 'ApiKey'
  | 'Contact'
  | 'Erasure'
  | 'Event'
  | 'EventType'
  | 'Message'
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
  readonly type: LocatedType;
  /** Null for a row of the platform. */
  readonly workspaceId: string | null;
}

/**
 * Each line is one read by an index. Events have none of their id alone, but an id begins with the `created_at` of its
 * row (docs/rules.md#ids).
 */
const locate = statement({
  values: { platformId: 'text', id: 'text', mintedAt: 'timestamptz' },
  text: (v) => `
    SELECT type, workspace_id AS "workspaceId" FROM (
      SELECT 'Message' AS type, workspace_id FROM messages WHERE id = ${v.id} AND platform_id = ${v.platformId}
      UNION ALL SELECT 'Event', workspace_id FROM events
        WHERE created_at = ${v.mintedAt} AND id = ${v.id} AND platform_id = ${v.platformId}
      UNION ALL SELECT 'Contact', workspace_id FROM contacts WHERE id = ${v.id} AND platform_id = ${v.platformId}
      UNION ALL SELECT 'Erasure', workspace_id FROM erasures WHERE id = ${v.id} AND platform_id = ${v.platformId}
      UNION ALL SELECT 'Workspace', id FROM workspaces WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'Suppression', workspace_id FROM suppressions
        WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'Webhook', workspace_id FROM webhooks WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'WebhookEndpoint', NULL FROM webhook_endpoints
        WHERE platform_id = ${v.platformId} AND id = ${v.id} AND deleted_at IS NULL
      UNION ALL SELECT 'WebhookSecret', NULL FROM webhook_secrets WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'TemplateVersion', NULL FROM template_versions
        WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'TemplateDraft', NULL FROM template_drafts
        WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'EventType', NULL FROM event_types WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'SendingDomain', NULL FROM sending_domains
        WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'ApiKey', NULL FROM api_keys WHERE platform_id = ${v.platformId} AND id = ${v.id}
      UNION ALL SELECT 'Platform', NULL FROM platforms WHERE id = ${v.platformId} AND id = ${v.id}
    ) located`,
});

/** Returns which row of the platform has the id; null for an id that no row has. */
export async function locateId({ app, platformId }: Ctx, id: string): Promise<Located | null> {
  const minted = mintedAt(id);
  if (minted === null) return null;
  const { rows } = await app.db.pool.query<Located>(locate({ platformId, id, mintedAt: minted }));
  return rows[0] ?? null;
}
