/**
 * Rejected emits of the workspace, and those that named no live workspace, searched for the words of an erased person
 * (docs/rules.md#search-of-an-erasure). No response is repeated for their keys, so a key goes without a trace.
 */
import { rowsOf, statement } from '../db/rows.ts';
import { refusedPath } from '../events/refused/refused-path.ts';
import type { SearchedTable } from './searched-table.ts';

interface ClearedRefusal {
  readonly id: string;
  readonly keepsType: boolean;
  readonly keepsKey: boolean;
  readonly paths: readonly string[];
}

/** The paths as they are now: since they were read, the erasure of another person may have changed them. */
const lockPaths = statement({
  values: { platformId: 'text', ids: 'text[]' },
  text: ({ platformId, ids }) => `
    SELECT id, field_paths AS paths FROM refused_emits
    WHERE platform_id = ${platformId} AND id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`,
});

const clearRefused = statement({
  rows: {
    i: rowsOf<ClearedRefusal>({
      id: ['text', ({ id }) => id],
      keeps_type: ['boolean', ({ keepsType }) => keepsType],
      keeps_key: ['boolean', ({ keepsKey }) => keepsKey],
      paths: ['text', ({ paths }) => paths.join(' ')],
    }),
  },
  values: { platformId: 'text' },
  text: ({ i, platformId }) => `
    UPDATE refused_emits r
    SET event_type = CASE WHEN i.keeps_type THEN r.event_type END,
        idempotency_key = CASE WHEN i.keeps_key THEN r.idempotency_key END,
        field_paths = string_to_array(i.paths, ' ')
    FROM ${i} WHERE r.platform_id = ${platformId} AND r.id = i.id`,
});

export const searchedRefusals: SearchedTable = {
  name: 'refused_emits',
  onCoordinator: true,
  async read(db, { platformId, workspaceId }, after, limit) {
    const { rows } = await db.query<{ id: string; texts: readonly string[] }>(
      // The name of an event type of the platform is no word of a person.
      `SELECT r.id, CASE WHEN r.workspace_id IS NULL OR r.workspace_id = $2
                THEN ARRAY[coalesce(CASE WHEN NOT EXISTS (
                  SELECT FROM event_types t WHERE t.platform_id = r.platform_id AND t.name = r.event_type)
                  THEN r.event_type END, ''), coalesce(r.idempotency_key, '')] || r.field_paths
                ELSE '{}' END AS texts
       FROM refused_emits r WHERE r.platform_id = $1 AND r.id > $3 ORDER BY r.id LIMIT $4`,
      [platformId, workspaceId, after, limit],
    );
    return rows;
  },
  async clear(_app, client, { platformId }, found, names) {
    const { rows: locked } = await client.query<{ readonly id: string; readonly paths: readonly string[] }>(
      lockPaths({ platformId, ids: found.map(({ id }) => id) }),
    );
    const named = new Map(found.map((row) => [row.id, row.named]));
    const cleared = locked.map(({ id, paths }) => ({
      id,
      keepsType: named.get(id)?.has(0) !== true,
      keepsKey: named.get(id)?.has(1) !== true,
      paths: paths.map((path) => refusedPath(path, (text) => names(text, 'apart'))),
    }));
    await client.query(clearRefused({ i: cleared, platformId }));
  },
};
