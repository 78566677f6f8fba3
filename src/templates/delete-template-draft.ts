import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { isId } from '../ids.ts';

/** Deletes a draft for good. Rejects with `not_found`. */
export async function deleteTemplateDraft({ app, platformId }: Ctx, id: string): Promise<void> {
  const deleted = isId(id)
    ? await app.db.pool.query('DELETE FROM template_drafts WHERE platform_id = $1 AND id = $2', [platformId, id])
    : null;
  if (deleted === null || deleted.rowCount === 0) throw notFound('templateDraft');
}
