import { diffInSteps, type TemplateDiff } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import type { Steps } from '../../ground/steps.ts';
import { draftInput, findTemplateDraft } from '../drafts/find-template-draft.ts';
import { readSavedTemplate, type SavedTemplate } from '../read-saved-template.ts';

interface Versions {
  readonly eventType: string;
  readonly from: number;
  readonly to: number;
  /** Lists texts of this language alone; null: of all. */
  readonly locale: string | null;
}

/** Compares two versions of a template (docs/rules.md#template-diff). Rejects with `not_found`. */
export async function diffVersions(ctx: Ctx, { eventType, from, to, locale }: Versions): Promise<TemplateDiff> {
  const { id } = await findEventType(ctx, eventType);
  const before = await readVersion(ctx, id, from);
  const after = await readVersion(ctx, id, to);
  return giveWayFairly(ctx.platformId, diffVersionsInSteps(before, after, locale));
}

function* diffVersionsInSteps(before: Steps<SavedTemplate>, after: Steps<SavedTemplate>, locale: string | null) {
  return yield* diffInSteps(wholeContent(yield* before), wholeContent(yield* after), locale);
}

interface DraftAgainst {
  readonly id: string;
  /** The version to compare with; null: the version that the draft began from. */
  readonly version: number | null;
  readonly locale: string | null;
}

/** Compares a version of the template with a draft, which may have faults. Rejects with `not_found`. */
export async function diffDraft(ctx: Ctx, { id, version, locale }: DraftAgainst): Promise<TemplateDiff> {
  const draft = await findTemplateDraft(ctx, id);
  const base = version ?? draft.baseVersion;
  const before = base === null ? null : await readVersion(ctx, draft.eventTypeId, base);
  // As a save reads a draft without a language.
  const after = { locale: 'en', ...draftInput(draft) };
  return giveWayFairly(ctx.platformId, diffDraftInSteps(before, after, locale));
}

function* diffDraftInSteps(before: Steps<SavedTemplate> | null, after: unknown, locale: string | null) {
  return yield* diffInSteps(before === null ? {} : wholeContent(yield* before), after, locale);
}

async function readVersion(ctx: Ctx, eventTypeId: string, version: number): Promise<Steps<SavedTemplate>> {
  const parsing = await readSavedTemplate(ctx.app.db.pool, ctx.platformId, { eventTypeId, version });
  if (parsing === null) throw notFound('templateVersion');
  return parsing;
}

function wholeContent({ content, fromLocalPart }: SavedTemplate): object {
  return { ...content, fromLocalPart };
}
