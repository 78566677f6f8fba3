import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { newId } from '../ground/ids.ts';
import { chooseKeys } from './tag-keys.ts';
import { distinctTags, foldTagName, type TagName } from './tag-names.ts';
import type { WriteScope } from './write-scope.ts';

/** Tag ids by folded name. */
type TagIds = ReadonlyMap<string, string>;

/**
 * Returns the ids of the tags with `names`; creates the tags that are new to the workspace. Holds a lock of the
 * workspace's tags until the caller's transaction ends: of equal names one becomes a tag, and two names with one key
 * get a key each.
 */
export async function ensureTags(client: Queryable, scope: WriteScope, names: readonly TagName[]): Promise<TagIds> {
  if (names.length === 0) return new Map();
  const known = await findTags(client, scope, names);
  const isNew = (ids: TagIds) => distinctTags(names).filter(({ folded }) => !ids.has(folded));
  if (isNew(known).length === 0) return known;
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('tags ' || $1, 0))`, [scope.workspaceId]);
  // A statement sees what was committed before it began, here by all earlier holders of the lock.
  const current = await findTags(client, scope, names);
  return new Map([...current, ...(await insertTags(client, scope, isNew(current)))]);
}

async function findTags(client: Queryable, scope: WriteScope, names: readonly TagName[]): Promise<TagIds> {
  const { rows } = await client.query<{ id: string; name: string; folded: string | null }>(
    `SELECT id, name, folded_name AS folded FROM tags
     WHERE workspace_id = $1 AND (folded_name = ANY($2) OR folded_name IS NULL)
     ORDER BY id`,
    [scope.workspaceId, names.map(({ folded }) => folded)],
  );
  const ids = new Map<string, string>(rows.flatMap(({ id, folded }) => (folded === null ? [] : [[folded, id]])));
  // Two older tags may be one tag now, in few workspaces; the older one counts.
  const older = new Map<string, string>();
  for (const { id, name, folded } of rows) {
    const form = foldTagName(name);
    if (folded !== null || ids.has(form)) continue;
    ids.set(form, id);
    older.set(form, id);
  }
  if (older.size > 0) await foldOlderTags(client, scope, older);
  return ids;
}

/** Writes the folded names of tags from before folding, at the first use of the workspace's tags. */
async function foldOlderTags(client: Queryable, { workspaceId }: WriteScope, tags: TagIds): Promise<void> {
  await client.query(
    `UPDATE tags t SET folded_name = i.folded
     FROM (SELECT t.id, i.folded FROM unnest($2::text[], $3::text[]) AS i (id, folded)
           JOIN tags t ON t.workspace_id = $1 AND t.id = i.id AND t.folded_name IS NULL
           ORDER BY t.id FOR NO KEY UPDATE OF t) i
     WHERE t.workspace_id = $1 AND t.id = i.id`,
    [workspaceId, [...tags.values()], [...tags.keys()]],
  );
}

interface NewTag extends TagName {
  readonly id: string;
  readonly key: string | null;
}

const createTags = statement({
  rows: {
    i: rowsOf<NewTag>({
      id: ['text', ({ id }) => id],
      key: ['text', ({ key }) => key],
      name: ['text', ({ name }) => name],
      folded_name: ['text', ({ folded }) => folded],
    }),
  },
  values: { platformId: 'text', workspaceId: 'text' },
  text: ({ i, platformId, workspaceId }) => `
    INSERT INTO tags (platform_id, workspace_id, id, key, name, folded_name)
    SELECT ${platformId}, ${workspaceId}, * FROM ${i}`,
});

async function insertTags(
  client: Queryable,
  { platformId, workspaceId, now }: WriteScope,
  names: readonly TagName[],
): Promise<TagIds> {
  const keys = await chooseKeys(
    names.map(({ name }) => name),
    async (candidates) => {
      const { rows } = await client.query<{ key: string }>(
        'SELECT key FROM tags WHERE workspace_id = $1 AND key = ANY($2)',
        [workspaceId, candidates],
      );
      return new Set(rows.map(({ key }) => key));
    },
  );
  const tags = names.map(({ name, folded }, at) => ({ id: newId(now), key: keys[at] ?? null, name, folded }));
  await client.query(createTags({ i: tags, platformId, workspaceId }));
  return new Map(tags.map(({ folded, id }) => [folded, id]));
}
