import type { Queryable } from '../db/connections/pool.ts';
import { ensureTags } from './ensure-tags.ts';
import type { TagName } from './tag-names.ts';
import type { WriteScope } from './write-scope.ts';

interface Tagged {
  readonly contactId: string;
  readonly tags: readonly TagName[];
}

/**
 * Writes the tags of contacts; creates tags that are new to the workspace. `replace` removes all other tags of a
 * contact; `add` keeps them.
 */
export async function writeTags(
  client: Queryable,
  scope: WriteScope,
  tagged: readonly Tagged[],
  mode: 'replace' | 'add',
): Promise<void> {
  const { workspaceId } = scope;
  const ids = await ensureTags(
    client,
    scope,
    tagged.flatMap(({ tags }) => tags),
  );
  const pairs = tagged.flatMap(({ contactId, tags }) =>
    tags.map(({ folded }) => ({ contactId, tagId: ids.get(folded) })),
  );
  const contactIds = pairs.map(({ contactId }) => contactId);
  const tagIds = pairs.map(({ tagId }) => tagId);
  if (mode === 'replace') {
    await client.query(
      `DELETE FROM contact_tags ct
       WHERE ct.workspace_id = $1 AND ct.contact_id = ANY($2) AND (ct.contact_id, ct.tag_id) NOT IN (
         SELECT * FROM unnest($3::text[], $4::text[]))`,
      [workspaceId, tagged.map(({ contactId }) => contactId), contactIds, tagIds],
    );
  }
  if (pairs.length === 0) return;
  await client.query(
    `INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
     SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT DO NOTHING`,
    [workspaceId, contactIds, tagIds],
  );
}
