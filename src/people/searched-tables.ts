/** The tables that an erasure searches for the words of the person (docs/rules.md#search-of-an-erasure). */
import { searchedEvents } from './searched-events.ts';
import { searchedRefusals } from './searched-refusals.ts';
import { searchedReplies } from './searched-replies.ts';
import type { SearchedRow, SearchedTable } from './searched-table.ts';

const readNotes = {
  suppressions: `SELECT id, note FROM suppressions
    WHERE platform_id = $1 AND scope_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
  suppression_lifts: `SELECT id, note FROM suppression_lifts
    WHERE platform_id = $1 AND workspace_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
};

const clearNotes = {
  suppressions: 'UPDATE suppressions SET note = NULL WHERE platform_id = $1 AND scope_id = $2 AND id = ANY($3)',
  suppression_lifts:
    'UPDATE suppression_lifts SET note = NULL WHERE platform_id = $1 AND workspace_id = $2 AND id = ANY($3)',
};

const noteRow = ({ id, note }: { readonly id: string; readonly note: string | null }): SearchedRow => ({
  id,
  texts: note === null ? [] : [note],
});

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
      return rows.map(noteRow);
    },
    async clear(_app, client, { platformId, workspaceId }, found) {
      await client.query(clearNotes[name], [platformId, workspaceId, found.map(({ id }) => id)]);
    },
  };
}

/** Notes of blocks of other addresses on the whole platform; only those by hand have one. */
const platformNotes: SearchedTable = {
  name: 'platform_suppressions',
  async read(db, { platformId }, after, limit) {
    const { rows } = await db.query<{ id: string; note: string | null }>(
      `SELECT id, note FROM suppressions
       WHERE platform_id = $1 AND workspace_id IS NULL AND by_hand AND id > $2 ORDER BY id LIMIT $3`,
      [platformId, after, limit],
    );
    return rows.map(noteRow);
  },
  async clear(_app, client, { platformId }, found) {
    await client.query('UPDATE suppressions SET note = NULL WHERE scope_id = $1 AND id = ANY($2)', [
      platformId,
      found.map(({ id }) => id),
    ]);
  },
};

/** Files of the platform: one whose name names the person gets a bare one. Their content is not searched. */
const namesOfFiles: SearchedTable = {
  name: 'files',
  async read(db, { platformId }, after, limit) {
    const { rows } = await db.query<{ id: string; filename: string }>(
      'SELECT id, filename FROM files WHERE platform_id = $1 AND id > $2 ORDER BY id LIMIT $3',
      [platformId, after, limit],
    );
    return rows.map(({ id, filename }) => ({ id, texts: [filename] }));
  },
  async clear(_app, client, { platformId }, found) {
    await client.query(
      `UPDATE files SET filename = 'file' || substring(filename FROM '\\.[^.]+$')
       WHERE platform_id = $1 AND id = ANY($2)`,
      [platformId, found.map(({ id }) => id)],
    );
  },
};

/** In the order of the search. */
export const searchedTables: readonly SearchedTable[] = [
  searchedEvents,
  searchedRefusals,
  notesOf('suppressions'),
  platformNotes,
  notesOf('suppression_lifts'),
  namesOfFiles,
  searchedReplies,
];
