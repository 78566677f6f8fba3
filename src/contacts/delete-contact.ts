import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { findContact } from './find-contact.ts';

/**
 * Deletes a contact with its tags and consent history (docs/rules.md#contact-deletion). Returns its id. Rejects with
 * `not_found`.
 */
export async function deleteContact(ctx: Ctx, workspace: string, path: string): Promise<string> {
  const { workspaceId, id } = await findContact(ctx, workspace, path);
  const { rowCount } = await ctx.app.db.pool.query(
    'DELETE FROM contacts WHERE platform_id = $1 AND workspace_id = $2 AND id = $3',
    [ctx.platformId, workspaceId, id],
  );
  if (rowCount === 0) throw notFound('contact');
  return id;
}
