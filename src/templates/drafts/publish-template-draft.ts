import type { Ctx } from '../../context.ts';
import { parseInput } from '../../ground/input/input.ts';
import { type SavedTemplate, saveTemplate } from '../save-template.ts';
import { draftPublish } from './draft-input.ts';
import { draftInput, findTemplateDraft } from './find-template-draft.ts';
import { checkRevision, draftConflict } from './save-template-draft.ts';

const withEventType = { include: { eventType: { select: { name: true } } } } as const;

/**
 * Makes a draft the next version of its template, and deletes the draft in the same transaction
 * (docs/rules.md#publishing-drafts). Rejects like a save: `version_conflict` under `baseVersion` when a newer version
 * than the draft's base exists, and under `revision` when the draft has changed. A rejection leaves the draft as it is.
 */
export async function publishTemplateDraft(
  ctx: Ctx,
  { id, input }: { readonly id: string; readonly input: object },
): Promise<SavedTemplate> {
  const { revision, acceptOutdated, note } = parseInput(draftPublish, input);
  const draft = await findTemplateDraft(ctx, id, withEventType);
  checkRevision(revision ?? null, draft.revision);
  const { name } = (draft as typeof draft & { readonly eventType: { readonly name: string } }).eventType;
  return saveTemplate(ctx, {
    eventType: name,
    input: { ...draftInput(draft), acceptOutdated },
    note,
    base: draft.baseVersion ?? 0,
    finish: async (client) => {
      const { rowCount } = await client.query(
        'DELETE FROM template_drafts WHERE platform_id = $1 AND id = $2 AND revision = $3',
        [ctx.platformId, id, draft.revision],
      );
      if (rowCount === 0) throw draftConflict('the draft was changed or deleted meanwhile');
    },
  });
}
