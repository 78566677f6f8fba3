import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { findContact } from './find-contact.ts';
import { type FormerAddress, noteFormerAddresses } from './note-former-addresses.ts';

/**
 * Deletes a contact with its tags and consent history (docs/rules.md#contact-deletion). Returns its id. Rejects with
 * `not_found`.
 */
export async function deleteContact(ctx: Ctx, workspace: string, path: string): Promise<string> {
  const { workspaceId, id } = await findContact(ctx, workspace, path);
  await ctx.app.db.transaction(async (client) => {
    const { rows: gone } = await client.query<FormerAddress>(
      `DELETE FROM contacts WHERE platform_id = $1 AND workspace_id = $2 AND id = $3
       RETURNING id AS "contactId", address_hash AS "addressHash"`,
      [ctx.platformId, workspaceId, id],
    );
    if (gone.length === 0) throw notFound('contact');
    await noteFormerAddresses(client, { workspaceId, now: ctx.app.clock.now() }, gone);
  });
  return id;
}
