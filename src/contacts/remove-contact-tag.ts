import type { Ctx } from '../context.ts';
import { isStorable } from '../ground/input/composed-text.ts';
import type { ContactPlace } from './add-contact-tags.ts';
import { contactTransaction } from './contact-transaction.ts';
import { findContact } from './find-contact.ts';

/**
 * Removes a tag from a contact; a key that the contact lacks changes nothing. Rejects with `not_found` only for the
 * contact.
 */
export async function removeContactTag(ctx: Ctx, workspace: string, path: string, key: string): Promise<ContactPlace> {
  const { workspaceId, id } = await findContact(ctx, workspace, path);
  if (!isStorable(key)) return { workspaceId, id };
  await contactTransaction(ctx, workspaceId, (client) =>
    client.query(
      `WITH removed AS (
         DELETE FROM contact_tags ct USING tags t
         WHERE ct.workspace_id = $1 AND ct.contact_id = $2 AND t.workspace_id = $1 AND t.id = ct.tag_id AND t.key = $3
         RETURNING ct.contact_id)
       UPDATE contacts SET updated_at = $4 WHERE workspace_id = $1 AND id IN (SELECT contact_id FROM removed)`,
      [workspaceId, id, key, ctx.app.clock.now()],
    ),
  );
  return { workspaceId, id };
}
