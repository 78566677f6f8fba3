import type { Db } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';

export interface RefusedEmit {
  readonly platformId: string;
  readonly apiKeyId: string | null;
  readonly requestId: string;
  readonly workspace: { readonly id: string } | { readonly reference: string } | null;
  readonly eventType: string | null;
  readonly code: string;
  readonly fieldPaths: readonly string[];
}

/** A row: one emit, or the last of several with the same code. */
export interface RefusedEmitRow extends RefusedEmit {
  readonly id: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly createdAt: Date;
}

/** A workspace is recorded by its id alone, and only if it exists. */
const insertRefused = statement({
  rows: {
    i: rowsOf<RefusedEmitRow>({
      platform_id: ['text', ({ platformId }) => platformId],
      id: ['text', ({ id }) => id],
      request_id: ['text', ({ requestId }) => requestId],
      api_key_id: ['text', ({ apiKeyId }) => apiKeyId],
      workspace_id: ['text', ({ workspace }) => (workspace && 'id' in workspace ? workspace.id : null)],
      reference: ['text', ({ workspace }) => (workspace && 'reference' in workspace ? workspace.reference : null)],
      event_type: ['text', ({ eventType }) => eventType],
      code: ['text', ({ code }) => code],
      field_paths: ['text', ({ fieldPaths }) => fieldPaths.join(' ')],
      times: ['int', ({ times }) => times],
      first_at: ['timestamptz', ({ firstAt }) => firstAt],
      created_at: ['timestamptz', ({ createdAt }) => createdAt],
    }),
  },
  text: ({ i }) => `
    INSERT INTO refused_emits (platform_id, id, request_id, api_key_id, workspace_id, event_type, code, field_paths, times,
                               first_at, created_at)
    SELECT i.platform_id, i.id, i.request_id, i.api_key_id, coalesce(w.id, r.id), i.event_type, i.code,
           string_to_array(i.field_paths, ' '), i.times, i.first_at, i.created_at
    FROM ${i}
    LEFT JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id AND w.deleted_at IS NULL
    LEFT JOIN workspaces r ON r.platform_id = i.platform_id AND r.reference = i.reference AND r.deleted_at IS NULL`,
});

export async function writeRefusedEmits({ pool }: Pick<Db, 'pool'>, rows: readonly RefusedEmitRow[]): Promise<void> {
  await pool.query(insertRefused({ i: rows }));
}
