import type { Queryable } from '../db.ts';
import { newId } from '../ids.ts';
import type { TagName } from './tag-names.ts';
import type { WriteScope } from './write-contacts.ts';

interface Tagged {
  readonly contactId: string;
  readonly tags: readonly TagName[];
}

/**
 * Gives contacts their tags; a name that is new to the workspace makes the tag. `replace`: they keep no other;
 * `add`: they keep those they have.
 */
export async function writeTags(
  client: Queryable,
  { platformId, workspaceId, now }: WriteScope,
  tagged: readonly Tagged[],
  mode: 'replace' | 'add',
): Promise<void> {
  const names = [...new Map(tagged.flatMap(({ tags }) => tags.map((tag) => [tag.key, tag.name]))).entries()];
  if (names.length > 0) {
    // In the order of their keys, so that two batches at once do not wait for each other.
    names.sort(([a], [b]) => (a < b ? -1 : 1));
    await client.query(
      `INSERT INTO tags (platform_id, workspace_id, id, key, name)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[])
       ON CONFLICT (workspace_id, key) DO NOTHING`,
      [platformId, workspaceId, names.map(() => newId(now)), names.map(([key]) => key), names.map(([, name]) => name)],
    );
  }
  const pairs = tagged.flatMap(({ contactId, tags }) => tags.map(({ key }) => ({ contactId, key })));
  const contactIds = pairs.map(({ contactId }) => contactId);
  const keys = pairs.map(({ key }) => key);
  if (mode === 'replace') {
    await client.query(
      `DELETE FROM contact_tags ct
       WHERE ct.workspace_id = $1 AND ct.contact_id = ANY($2) AND (ct.contact_id, ct.tag_id) NOT IN (
         SELECT w.contact_id, t.id
         FROM unnest($3::text[], $4::text[]) AS w(contact_id, key)
         JOIN tags t ON t.workspace_id = $1 AND t.key = w.key)`,
      [workspaceId, tagged.map(({ contactId }) => contactId), contactIds, keys],
    );
  }
  if (pairs.length === 0) return;
  await client.query(
    `INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
     SELECT $1, w.contact_id, t.id
     FROM unnest($2::text[], $3::text[]) AS w(contact_id, key)
     JOIN tags t ON t.workspace_id = $1 AND t.key = w.key
     ON CONFLICT DO NOTHING`,
    [workspaceId, contactIds, keys],
  );
}
