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

const sought = {
  i: rowsOf<Sought>({ id: ['text', ({ id }) => id], minted_at: ['timestamptz', ({ mintedAt }) => mintedAt] }),
};
const terms = { platformId: 'text', onlyWorkspace: 'text' } as const;

/** Rows of workspaces, whose machines a cluster asks for each type by itself. */
const divided = ['Message', 'Contact', 'Erasure', 'Import', 'Suppression'] as const;
const tables = {
  Message: 'messages',
  Contact: 'contacts',
  Erasure: 'erasures',
  Import: 'imports',
  Suppression: 'suppressions',
} as const;

/** Each line is one read by an index. */
const undividedSql = (platformId: string) => `
      SELECT 'Workspace' AS type, id AS workspace_id FROM workspaces WHERE platform_id = ${platformId} AND id = i.id
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
      UNION ALL SELECT 'Platform', NULL FROM platforms WHERE id = ${platformId} AND id = i.id`;

const locatedSql = (i: string, rows: string, onlyWorkspace: string) => `
    SELECT i.id, located.type, located.workspace_id AS "workspaceId"
    FROM ${i}
    CROSS JOIN LATERAL (${rows}
    ) located
    WHERE ${onlyWorkspace} IS NULL OR workspace_id IS NULL OR workspace_id = ${onlyWorkspace}`;

/**
 * Events have no index of their id alone, but an id begins with the `created_at` of its row (docs/rules.md#ids).
 */
const locate = statement({
  alone: true,
  rows: sought,
  values: terms,
  text: ({ i, platformId, onlyWorkspace }) => {
    const own = divided.map(
      (type) => `
      UNION ALL SELECT '${type}', workspace_id FROM ${tables[type]} WHERE id = i.id AND platform_id = ${platformId}`,
    );
    const event = `
      UNION ALL SELECT 'Event', workspace_id FROM events
        WHERE created_at = i.minted_at AND id = i.id AND platform_id = ${platformId}`;
    return locatedSql(i, `${undividedSql(platformId)}${event}${own.join('')}`, onlyWorkspace);
  },
});

/** Of a cluster: what is on every machine or on the coordinator. */
const locateUndivided = statement({
  rows: sought,
  values: terms,
  text: ({ i, platformId, onlyWorkspace }) => locatedSql(i, undividedSql(platformId), onlyWorkspace),
});

/** Of a cluster: one read of all shards for each type. */
const locateDivided = statement({
  rows: sought,
  values: terms,
  text: ({ i, platformId, onlyWorkspace }) => {
    const select = (type: LocatedType, table: string, further = '') => `
    SELECT i.id, '${type}' AS type, r.workspace_id AS "workspaceId" FROM ${i}
    JOIN ${table} r ON r.id = i.id${further} AND r.platform_id = ${platformId}
    WHERE ${onlyWorkspace} IS NULL OR r.workspace_id IS NULL OR r.workspace_id = ${onlyWorkspace}`;
    const own = divided.map((type) => select(type, tables[type]));
    return [select('Event', 'events', ' AND r.created_at = i.minted_at'), ...own].join('\n    UNION ALL');
  },
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
  const i = [...new Set(ids)].flatMap((id): Sought[] => {
    const minted = mintedAt(id);
    return minted === null ? [] : [{ id, mintedAt: minted }];
  });
  if (i.length === 0) return [];
  const input = { i, platformId, onlyWorkspace: workspaceId };
  const { pool } = app.db;
  if (!app.db.isCluster()) return (await pool.query<Located>(locate(input))).rows;
  const found = await Promise.all([
    pool.query<Located>(locateUndivided(input)),
    pool.query<Located>(locateDivided(input)),
  ]);
  return found.flatMap(({ rows }) => rows);
}
