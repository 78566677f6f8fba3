import type { Ctx } from '../context.ts';
import { invalid, notFound } from '../ground/errors/errors.ts';
import { parseInput } from '../ground/input/input.ts';
import { contactTransaction } from './contact-transaction.ts';
import { findContact } from './find-contact.ts';
import { contactTagsMax, tagsAdd } from './tag-names.ts';
import { writeTags } from './write-tags.ts';

/** The workspace and the id of a contact. */
export interface ContactPlace {
  readonly workspaceId: string;
  readonly id: string;
}

/** Adds tags to a contact. Rejects with `not_found`, `validation_failed`. */
export async function addContactTags(ctx: Ctx, workspace: string, path: string, input: unknown): Promise<ContactPlace> {
  const { workspaceId, id } = await findContact(ctx, workspace, path);
  const { tags } = parseInput(tagsAdd, input);
  await contactTransaction(ctx, workspaceId, async (client) => {
    const now = ctx.app.clock.now();
    const { rowCount } = await client.query('UPDATE contacts SET updated_at = $3 WHERE workspace_id = $1 AND id = $2', [
      workspaceId,
      id,
      now,
    ]);
    if (rowCount === 0) throw notFound('contact');
    await writeTags(client, { platformId: ctx.platformId, workspaceId, now }, [{ contactId: id, tags }], 'add');
    const { rows } = await client.query<{ readonly tags: number }>(
      'SELECT count(*)::int AS tags FROM contact_tags WHERE workspace_id = $1 AND contact_id = $2',
      [workspaceId, id],
    );
    if ((rows[0]?.tags ?? 0) > contactTagsMax) {
      throw invalid({ tags: [`must leave the contact with at most ${contactTagsMax} tags`] });
    }
  });
  return { workspaceId, id };
}
