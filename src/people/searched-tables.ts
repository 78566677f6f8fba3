/** The tables that an erasure searches for the words of the person (docs/rules.md#search-of-an-erasure). */
import { rowsOf, statement } from '../db/rows.ts';
import { type BareKey, dropReplacedKeys, erasedKey, erasedKeys, isErased } from '../events/idempotency/idempotency.ts';
import { refusedPath } from '../events/refused/refused-path.ts';
import type { SearchedRow, SearchedTable } from './searched-table.ts';

/** Emits to anybody: their idempotency keys, in the event, its message and the stored response. */
const events: SearchedTable = {
  name: 'events',
  async read(db, { workspaceId, requestedAt }, after, limit) {
    // A message that is sent again has the key of the first one, however late that is.
    const { rows } = await db.query<{ id: string; key: string; counts: boolean }>(
      `SELECT e.id, e.idempotency_key AS key, (e.created_at <= $3 OR EXISTS (
                SELECT FROM messages m
                JOIN message_resends r ON r.workspace_id = m.workspace_id AND r.message_id = m.id
                WHERE m.workspace_id = e.workspace_id AND m.event_id = e.id)) AS counts
       FROM events e WHERE e.workspace_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $4`,
      [workspaceId, after, requestedAt, limit],
    );
    return rows.map(({ id, key, counts }) => ({ id, texts: counts && !isErased(key) ? [key] : [] }));
  },
  async clear(app, client, { workspaceId }, found) {
    const keys = found.flatMap(({ id, texts: [key] }): readonly BareKey[] =>
      key === undefined ? [] : [{ eventId: id, key: erasedKey(app.secrets, key) }],
    );
    await client.query(dropReplacedKeys({ i: keys, workspaceId }));
    await client.query(erasedKeys({ i: keys, workspaceId }));
  },
};

interface ClearedRefusal {
  readonly id: string;
  readonly keepsType: boolean;
  readonly paths: readonly string[];
}

const clearRefused = statement({
  rows: {
    i: rowsOf<ClearedRefusal>({
      id: ['text', ({ id }) => id],
      keeps_type: ['boolean', ({ keepsType }) => keepsType],
      paths: ['text', ({ paths }) => paths.join(' ')],
    }),
  },
  values: { platformId: 'text' },
  text: ({ i, platformId }) => `
    UPDATE refused_emits r
    SET event_type = CASE WHEN i.keeps_type THEN r.event_type END, field_paths = string_to_array(i.paths, ' ')
    FROM ${i} WHERE r.platform_id = ${platformId} AND r.id = i.id`,
});

/** Rejected emits of the workspace, and those that named no live workspace. */
const refusedEmits: SearchedTable = {
  name: 'refused_emits',
  async read(db, { platformId, workspaceId }, after, limit) {
    const { rows } = await db.query<{ id: string; texts: readonly string[] }>(
      // The name of an event type of the platform is no word of a person.
      `SELECT r.id, CASE WHEN r.workspace_id IS NULL OR r.workspace_id = $2
                THEN ARRAY[coalesce(CASE WHEN NOT EXISTS (
                  SELECT FROM event_types t WHERE t.platform_id = r.platform_id AND t.name = r.event_type)
                  THEN r.event_type END, '')] || r.field_paths
                ELSE '{}' END AS texts
       FROM refused_emits r WHERE r.platform_id = $1 AND r.id > $3 ORDER BY r.id LIMIT $4`,
      [platformId, workspaceId, after, limit],
    );
    return rows;
  },
  async clear(_app, client, { platformId }, found, names) {
    const cleared = found.map(({ id, texts: [type = '', ...paths] }) => ({
      id,
      keepsType: !names(type, 'apart'),
      paths: paths.map((path) => refusedPath(path, (text) => names(text, 'apart'))),
    }));
    await client.query(clearRefused({ i: cleared, platformId }));
  },
};

const readNotes = {
  suppressions: `SELECT id, note FROM suppressions
    WHERE platform_id = $1 AND workspace_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
  suppression_lifts: `SELECT id, note FROM suppression_lifts
    WHERE platform_id = $1 AND workspace_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
};

const clearNotes = {
  suppressions: 'UPDATE suppressions SET note = NULL WHERE platform_id = $1 AND workspace_id = $2 AND id = ANY($3)',
  suppression_lifts:
    'UPDATE suppression_lifts SET note = NULL WHERE platform_id = $1 AND workspace_id = $2 AND id = ANY($3)',
};

/** Notes that somebody wrote to suppressions, and to their lifts, of other addresses. */
function notesOf(name: keyof typeof readNotes): SearchedTable {
  return {
    name,
    async read(db, { platformId, workspaceId }, after, limit) {
      const { rows } = await db.query<{ id: string; note: string | null }>(readNotes[name], [
        platformId,
        workspaceId,
        after,
        limit,
      ]);
      return rows.map(({ id, note }): SearchedRow => ({ id, texts: note === null ? [] : [note] }));
    },
    async clear(_app, client, { platformId, workspaceId }, found) {
      await client.query(clearNotes[name], [platformId, workspaceId, found.map(({ id }) => id)]);
    },
  };
}

/** In the order of the search. */
export const searchedTables: readonly SearchedTable[] = [
  events,
  refusedEmits,
  notesOf('suppressions'),
  notesOf('suppression_lifts'),
];
