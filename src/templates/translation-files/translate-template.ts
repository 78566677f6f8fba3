import { z } from 'zod';
import { bringTranslations, type TranslationWarning, translationWarnings } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { DomainError, invalid, notFound } from '../../ground/errors/errors.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { parseInput } from '../../ground/input/input.ts';
import { readSavedTemplate } from '../read-saved-template.ts';
import { saveTemplate } from '../save-template.ts';
import { type BroughtFile, type BroughtTemplate, fileMax, TranslationFileFault } from './translation-file.ts';
import { readTranslationFile } from './translation-formats.ts';

const inputSchema = z.object({
  content: z.string().min(1, 'must not be empty').max(fileMax, `must have at most ${fileMax} characters`),
  baseVersion: z.int('must be a whole number').min(1, 'must be 1 or more').nullish(),
  acceptOutdated: z.boolean().nullish(),
});

export interface TranslatedTemplate {
  readonly eventTypeId: string;
  /** The version that is current now: a new one, or the same where nothing differed. */
  readonly version: number;
  readonly locale: string;
  /** Field ids of translations that are new or other than before, of texts that the template lacks, of outdated ones. */
  readonly changed: readonly string[];
  readonly unknown: readonly string[];
  readonly outdated: readonly string[];
  readonly warnings: readonly TranslationWarning[];
}

/**
 * Brings a file of translators into the current version of a template, as its next version (docs/rules.md#translation-files).
 * Rejects with `not_found`, `version_conflict`, with `validation_failed` under `content` and `translations.…`, and with
 * `translations_outdated`.
 */
export async function translateTemplate(
  ctx: Ctx,
  { eventType, input, note }: { readonly eventType: string; readonly input: unknown; readonly note?: unknown },
): Promise<TranslatedTemplate> {
  const { brought, baseVersion, acceptOutdated } = await readTranslations(ctx, input);
  const { platformId } = ctx;
  const found = await findEventType(ctx, eventType);
  const { id: eventTypeId, templateVersion: version } = found;
  const reading =
    version === null ? null : await readSavedTemplate(ctx.app.db.pool, platformId, { eventTypeId, version });
  if (reading === null || version === null) throw notFound('template');
  const { content, fromLocalPart } = await giveWayFairly(platformId, reading);
  const { locale } = brought;
  if (locale === content.locale) throw invalid({ content: [`is of ${locale}, the language of the template itself`] });
  const { translations, changed, unknown, outdated } = await giveWayFairly(
    platformId,
    bringTranslations(content, locale, templateOf(brought, eventType).texts),
  );
  if (outdated.length > 0 && acceptOutdated !== true) throw refusedAsOutdated(locale, outdated);
  const saved = await saveTemplate(ctx, {
    eventType,
    note,
    // Those of other languages were accepted before.
    input: { ...content, translations, fromLocalPart, acceptOutdated: true },
    base: baseVersion ?? version,
  });
  const warnings = await giveWayFairly(platformId, translationWarnings({ ...content, translations }, locale));
  return { ...saved, locale, changed, unknown, outdated, warnings };
}

/** Reads the input and its file. Rejects with `validation_failed`. */
export async function readTranslations(ctx: Ctx, input: unknown) {
  const { content, ...rest } = parseInput(inputSchema, input);
  return { brought: await readFile(ctx, content), ...rest };
}

async function readFile({ platformId }: Ctx, content: string): Promise<BroughtFile> {
  try {
    return await giveWayFairly(platformId, readTranslationFile(content));
  } catch (error) {
    throw error instanceof TranslationFileFault ? invalid({ content: [error.message] }) : error;
  }
}

/** A file may hold the texts of other templates too. */
function templateOf({ templates }: BroughtFile, eventType: string): BroughtTemplate {
  const found = templates.find(({ name }) => name === eventType);
  if (found === undefined) throw invalid({ content: [`has no texts of \`${eventType}\``] });
  return found;
}

function refusedAsOutdated(locale: string, fieldIds: readonly string[]): DomainError {
  const message = 'The text has changed since this translation was written.';
  return new DomainError('translations_outdated', undefined, {
    errors: Object.fromEntries(fieldIds.map((fieldId) => [`translations.${locale}.${fieldId}`, [message]])),
  });
}
