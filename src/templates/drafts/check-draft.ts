import type { z } from 'zod';
import { type CheckedTemplate, checkInSteps, type TemplateContent, type Variables } from '../../../emails/index.ts';
import type { TemplateScope } from '../../event-types/template-scope.ts';
import { type FieldErrors, invalid } from '../../ground/errors/errors.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { faultsOf, isRecord } from '../../ground/input/input.ts';
import type { Steps } from '../../ground/steps.ts';
import { fullTranslations } from '../languages/full-translations.ts';
import { plainTemplate } from '../plain-template.ts';
import { contentKeys, templateSave } from '../template-input.ts';
import { checkDraftSize } from './check-draft-size.ts';

export interface TemplateDraft
  extends Pick<z.output<typeof templateSave>, 'fromLocalPart' | 'baseVersion' | 'acceptOutdated'> {
  readonly content: TemplateContent;
  readonly variables: Variables;
  /** Translations whose source text has changed, by path. */
  readonly outdated: FieldErrors;
}

/**
 * Checks the body of a save against the names that a template may read. Rejects with `validation_failed` and the path
 * of every fault, and with `payload_too_large`.
 */
export function checkDraft(platformId: string, scope: TemplateScope, input: unknown): Promise<TemplateDraft> {
  return giveWayFairly(platformId, draftInSteps(scope, input));
}

function* draftInSteps(scope: TemplateScope, input: unknown): Steps<TemplateDraft> {
  checkDraftSize(input);
  yield;
  const parsed = templateSave.safeParse(input);
  yield;
  const checked = yield* contentInSteps(scope, parsed, input);
  if (!parsed.success || !checked?.ok) throw invalid(faultsIn(parsed, checked));
  const { fromLocalPart, baseVersion, acceptOutdated } = parsed.data;
  const { content, variables, outdated } = checked;
  const whole = { ...content, translations: yield* fullTranslations(content.translations) };
  return { content: whole, variables, outdated, fromLocalPart, baseVersion, acceptOutdated };
}

/** Returns the faults of the body of a save; empty when there are none. Rejects with `payload_too_large`. */
export function draftFaults(platformId: string, scope: TemplateScope, input: unknown): Promise<FieldErrors> {
  return giveWayFairly(platformId, faultsInSteps(scope, input));
}

function* faultsInSteps(scope: TemplateScope, input: unknown): Steps<FieldErrors> {
  checkDraftSize(input);
  yield;
  const parsed = templateSave.safeParse(input);
  yield;
  return faultsIn(parsed, yield* contentInSteps(scope, parsed, input));
}

type Parsed = ReturnType<typeof templateSave.safeParse>;

/** Returns null where the content holds text that cannot be stored; the content is not checked then. */
function* contentInSteps(scope: TemplateScope, parsed: Parsed, input: unknown): Steps<CheckedTemplate | null> {
  const unreadable = parsed.error?.issues.some(({ path }) => contentKeys.some((key) => key === path[0]));
  if (unreadable || !isRecord(input)) return null;
  const given = Object.fromEntries(contentKeys.map((key) => [key, input[key]]));
  const plain = yield* plainTemplate({ ...given, locale: given.locale ?? 'en' });
  return yield* checkInSteps(plain, scope);
}

function faultsIn(parsed: Parsed, checked: CheckedTemplate | null): FieldErrors {
  return {
    ...(parsed.success ? {} : faultsOf(parsed.error)),
    ...(checked === null || checked.ok ? {} : checked.errors),
  };
}
