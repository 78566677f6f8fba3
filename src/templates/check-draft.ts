import type { z } from 'zod';
import { checkInSteps, type Variables } from '../../emails/check-template.ts';
import type { TemplateContent } from '../../emails/template.ts';
import { type FieldErrors, invalid } from '../errors.ts';
import type { TemplateScope } from '../event-types/template-scope.ts';
import { parseInput } from '../input.ts';
import { fairWork, type Steps } from '../queue/fair-work.ts';
import { checkDraftSize } from './check-draft-size.ts';
import { fullTranslations } from './full-translations.ts';
import { plainTemplate } from './plain-template.ts';
import { templateSave } from './template-input.ts';

export interface Draft extends Pick<z.output<typeof templateSave>, 'fromLocalPart' | 'baseVersion' | 'acceptOutdated'> {
  readonly content: TemplateContent;
  readonly variables: Variables;
  /** Translations written for a text that has since changed, by path. */
  readonly outdated: FieldErrors;
}

/**
 * A save's body, held against what a template may read. Refuses `validation_failed` with every fault's path, and
 * `payload_too_large`.
 */
export function checkDraft(platformId: string, scope: TemplateScope, input: unknown): Promise<Draft> {
  return fairWork(platformId, draftInSteps(scope, input));
}

function* draftInSteps(scope: TemplateScope, input: unknown): Steps<Draft> {
  checkDraftSize(input);
  yield;
  const { fromLocalPart, baseVersion, acceptOutdated, ...given } = parseInput(templateSave, input);
  yield;
  const plain = yield* plainTemplate(given);
  const checked = yield* checkInSteps(plain, scope);
  if (!checked.ok) throw invalid(checked.errors);
  const { content, variables, outdated } = checked;
  const whole = { ...content, translations: yield* fullTranslations(content.translations) };
  return { content: whole, variables, outdated, fromLocalPart, baseVersion, acceptOutdated };
}
