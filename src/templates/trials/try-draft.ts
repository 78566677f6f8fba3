import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { examplesOf } from '../../event-types/saved-examples.ts';
import { templateScope } from '../../event-types/template-scope.ts';
import { checkDraft } from '../drafts/check-draft.ts';
import { compilerOfNow } from '../present-surroundings.ts';
import { type TemplateTrial, tryTemplate } from './try-template.ts';

/**
 * Renders an unsaved template with the latest payloads of its type (docs/rules.md#template-trial). Rejects with
 * `not_found`, and with `validation_failed` like a save.
 */
export async function tryDraft(
  ctx: Ctx,
  { eventType, draft }: { readonly eventType: string; readonly draft: unknown },
): Promise<TemplateTrial> {
  const found = await findEventType(ctx, eventType);
  const scope = await templateScope(ctx.app.db.pool, ctx, found);
  const { content } = await checkDraft(ctx.platformId, scope, draft);
  const compile = await compilerOfNow(ctx, { content, versionId: null });
  const examples = examplesOf(found.examples);
  return tryTemplate(ctx, { eventTypeId: found.id, fields: scope.fields, examples, content, compile });
}
