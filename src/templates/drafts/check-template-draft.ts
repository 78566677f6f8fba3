import type { TemplateDraft } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { templateScope } from '../../event-types/template-scope.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { faultsThrown } from '../../ground/errors/gather-faults.ts';
import { checkDraft } from './check-draft.ts';
import { draftInput, findTemplateDraft } from './find-template-draft.ts';

export interface DraftCheck {
  readonly draft: TemplateDraft;
  /** Faults that prevent publishing, by path. */
  readonly faults: FieldErrors;
  /** Translations whose source text has changed, by path. */
  readonly outdated: FieldErrors;
  readonly eventTypeName: string;
  /** The current version of the template; null: none. */
  readonly currentVersion: number | null;
}

/** Checks a draft as a save would, against the fields that the event type has now. Rejects with `not_found`. */
export async function checkTemplateDraft(ctx: Ctx, id: string): Promise<DraftCheck> {
  const draft = await findTemplateDraft(ctx, id);
  const eventType = await ctx.app.db.prisma.eventType.findFirstOrThrow({
    where: { platformId: ctx.platformId, id: draft.eventTypeId },
  });
  const scope = await templateScope(ctx.app.db.pool, ctx, eventType);
  let outdated: FieldErrors = {};
  const faults = await faultsThrown(async () => {
    ({ outdated } = await checkDraft(ctx.platformId, scope, draftInput(draft)));
  });
  return { draft, faults, outdated, eventTypeName: eventType.name, currentVersion: eventType.templateVersion };
}
