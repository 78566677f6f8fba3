import type { Ctx } from '../../context.ts';
import { changeRow } from '../../db/writes/change-row.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';

/** Deletes a draft for good. Rejects with `not_found`. */
export async function deleteTemplateDraft({ app, platformId }: Ctx, id: string): Promise<void> {
  const missing = () => notFound('templateDraft');
  if (!isId(id)) throw missing();
  await changeRow(
    app.db,
    (client) => client.query('DELETE FROM template_drafts WHERE platform_id = $1 AND id = $2', [platformId, id]),
    missing,
  );
}
