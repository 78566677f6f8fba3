/** The input of a layout (docs/rules.md#layouts): names as GraphQL has them; emails/check/check-layout.ts checks the blocks. */
import { z } from 'zod';
import {
  checkLayoutInSteps,
  LAYOUT_NAME,
  LAYOUT_NAME_FAULT,
  type LayoutContent,
  MAX_LAYOUT_NAME,
  type Variables,
} from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import { DomainError, type FieldErrors, invalid } from '../../ground/errors/errors.ts';
import { faultsThrown } from '../../ground/errors/gather-faults.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { faultsOf, isRecord } from '../../ground/input/input.ts';
import type { Steps } from '../../ground/steps.ts';
import { bytesLeft } from '../drafts/check-draft-size.ts';
import { fullTranslations } from '../languages/full-translations.ts';
import { plainTemplate } from '../plain-template.ts';
import { storableJson, templateSave } from '../template-input.ts';

/** UTF-8 bytes of a layout as JSON, in all its languages. */
export const layoutMaxBytes = 128 * 1024;
/** Levels that are read to measure it. */
const depthMeasured = 250;

const layoutSave = z.object({
  locale: storableJson,
  header: storableJson,
  footer: storableJson,
  translations: storableJson,
  baseVersion: templateSave.shape.baseVersion,
  acceptOutdated: templateSave.shape.acceptOutdated,
  acceptBreaks: templateSave.shape.acceptOutdated,
});

const layoutName = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_LAYOUT_NAME, `must have at most ${MAX_LAYOUT_NAME} characters`)
  .regex(LAYOUT_NAME, LAYOUT_NAME_FAULT);

export interface LayoutDraft {
  readonly name: string;
  readonly content: LayoutContent;
  readonly variables: Variables;
  /** Translations whose source text has changed, by path. */
  readonly outdated: FieldErrors;
  readonly baseVersion: number | null;
  readonly acceptOutdated: boolean;
  /** Whether to save what breaks mails of templates. */
  readonly acceptBreaks: boolean;
}

/** Checks the input of a save. Rejects with `validation_failed` and the path of every fault, and with `payload_too_large`. */
export function checkLayout(
  { platformId }: Pick<Ctx, 'platformId'>,
  name: string,
  input: unknown,
): Promise<LayoutDraft> {
  return giveWayFairly(platformId, layoutInSteps(name, input));
}

/** Returns the faults of an input whose shape is already rejected. */
export function findLayoutFaults(ctx: Ctx, name: string, input: unknown): Promise<FieldErrors> {
  return faultsThrown(async () => void (await checkLayout(ctx, name, input)));
}

function* layoutInSteps(name: string, input: unknown): Steps<LayoutDraft> {
  if (bytesLeft(input, layoutMaxBytes, depthMeasured) < 0) {
    throw new DomainError('payload_too_large', `A layout may have at most ${layoutMaxBytes} bytes of JSON.`);
  }
  yield;
  const named = layoutName.safeParse(name);
  const parsed = layoutSave.safeParse(input);
  if (!isRecord(input) || !parsed.success || !named.success) {
    throw invalid({
      ...(named.success ? {} : { name: named.error.issues.map(({ message }) => message) }),
      ...(parsed.success ? {} : faultsOf(parsed.error)),
    });
  }
  const { locale, header, footer, translations } = input;
  const checked = yield* checkLayoutInSteps(yield* plainTemplate({ locale, header, footer, translations }));
  if (!checked.ok) throw invalid(checked.errors);
  const { content, variables, outdated } = checked;
  const whole = { ...content, translations: yield* fullTranslations(content.translations) };
  const { baseVersion, acceptOutdated, acceptBreaks } = parsed.data;
  return { name, content: whole, variables, outdated, baseVersion, acceptOutdated, acceptBreaks };
}
