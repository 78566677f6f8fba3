import { fallbacksOf, type RenderedTemplate, renderInSteps, TemplateTooLarge } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { examplesOf } from '../../event-types/saved-examples.ts';
import { type TemplateScope, templateScope } from '../../event-types/template-scope.ts';
import { DomainError, invalid, notFound } from '../../ground/errors/errors.ts';
import { gatherFaults } from '../../ground/errors/gather-faults.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { faultsOf, isRecord } from '../../ground/input/input.ts';
import { loadTemplate } from '../compiled-template.ts';
import { checkDraft } from '../drafts/check-draft.ts';
import { draftInput, findTemplateDraft } from '../drafts/find-template-draft.ts';
import { messageLanguage } from '../message-language.ts';
import { compilerOfNow } from '../present-surroundings.ts';
import type { Template } from '../template-cache.ts';
import { findTemplateVersion } from '../versions/find-template-version.ts';
import { belowDraft, previewFaults } from './preview-faults.ts';
import { previewInput } from './preview-input.ts';
import { previewValues } from './preview-values.ts';

export interface Preview extends Omit<RenderedTemplate, 'fellBack'> {
  readonly fromLocalPart: string;
  /** Tags without a value, which rendered their fallback or nothing. */
  readonly fallenBack: readonly string[];
}

interface PreviewAsked {
  readonly eventType: string;
  readonly input: unknown;
  /** Whether the mail is sent, with the pictures that it makes as its files. */
  readonly attachesPictures?: boolean;
}

const defaultTimezone = 'UTC';
/** The cache reads the content once for all previews and mails. */
const onlyId = { select: { id: true } };

/**
 * Renders the mail of a saved version or a draft with the code that sends; nothing is sent or stored
 * (docs/rules.md#preview). Rejects with `not_found` when the event type does not exist or has no template, and with
 * `validation_failed` under `version`, `draft.…`, `payload.…`, `example`, `contact.…`, `locale` and `timezone`.
 */
export async function previewTemplate(
  ctx: Ctx,
  { eventType, input, attachesPictures = false }: PreviewAsked,
): Promise<Preview> {
  const found = await findEventType(ctx, eventType);
  const scope = { ...(await templateScope(ctx.app.db.pool, ctx, found)), examples: examplesOf(found.examples) };
  const parsed = previewInput.safeParse(input);
  if (!parsed.success) throw invalid(isRecord(input) ? await previewFaults(ctx, scope, input) : faultsOf(parsed.error));
  const { version, draft: sent, draftId, locale: wanted, timezone, ...given } = parsed.data;
  const draft = draftId == null ? sent : await storedDraft(ctx, found.id, draftId);
  const [template, values] = await gatherFaults(
    () =>
      (draft ?? null) === null
        ? savedTemplate(ctx, found.id, version ?? found.templateVersion, version != null)
        : draftTemplate(ctx, scope, draft),
    () => previewValues(ctx, scope, { ...given, locale: wanted }),
  );
  const locale = messageLanguage(template.content, [wanted ?? null]);
  const compiled = await (await compilerOfNow(ctx, template))(locale);
  const fallbacks = fallbacksOf(scope.fields);
  const options = { locale, timezone: timezone ?? defaultTimezone, fallbacks, attachesPictures };
  try {
    const { fellBack, ...mail } = await giveWayFairly(ctx.platformId, renderInSteps(compiled, values, options));
    return { ...mail, fromLocalPart: template.fromLocalPart, fallenBack: fellBack };
  } catch (error) {
    if (error instanceof TemplateTooLarge) throw invalid({ payload: [`makes, with this template, ${error.what}`] });
    throw error;
  }
}

interface Previewed extends Pick<Template, 'content' | 'fromLocalPart'> {
  /** Null for a draft. */
  readonly versionId: string | null;
}

async function savedTemplate(
  ctx: Ctx,
  eventTypeId: string,
  version: number | null,
  asked: boolean,
): Promise<Previewed> {
  if (version === null) throw notFound('template');
  const { id } = await findTemplateVersion(ctx, { eventTypeId, version }, onlyId).catch((error: unknown) => {
    const absent = error instanceof DomainError && error.code === 'not_found';
    throw absent && asked ? invalid({ version: ['is no saved version'] }) : error;
  });
  return { ...(await loadTemplate(ctx.app, ctx.platformId, id)), versionId: id };
}

async function storedDraft(ctx: Ctx, eventTypeId: string, id: string): Promise<object> {
  const draft = await findTemplateDraft(ctx, id);
  if (draft.eventTypeId !== eventTypeId) throw notFound('templateDraft');
  return draftInput(draft);
}

async function draftTemplate(ctx: Ctx, scope: TemplateScope, draft: unknown): Promise<Previewed> {
  try {
    return { ...(await checkDraft(ctx.platformId, scope, draft)), versionId: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.details.errors === undefined) throw error;
    throw invalid(belowDraft(error.details.errors));
  }
}
