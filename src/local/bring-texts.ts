import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type Brought,
  bringTranslations,
  checkStarter,
  readStarter,
  type TranslationWarning,
  translationWarnings,
} from '../../emails/index.ts';
import { nearName } from '../ground/input/near-name.ts';
import { atOnce } from '../ground/steps.ts';
import { type BroughtTemplate, TranslationFileFault } from '../templates/translation-files/translation-file.ts';
import { readTranslationFile } from '../templates/translation-files/translation-formats.ts';
import { blockFaults, faultLine } from './block-faults.ts';
import { FileFault, jsonFiles, readStarterFile, shown } from './starter-file.ts';

export interface TextsBrought {
  readonly file: string;
  /** Where the mails are. */
  readonly folder: string;
  /** Whether to take translations of texts that have changed since. */
  readonly acceptOutdated: boolean;
}

/** One mail with its new translations, before it is written. */
interface Translated extends Pick<Brought, 'changed' | 'unknown' | 'outdated'> {
  readonly path: string;
  readonly name: string;
  readonly json: string;
  readonly warnings: readonly TranslationWarning[];
}

/**
 * Brings a file of translators into the mails of a folder. Nothing is written where one of its translations could not be
 * saved (docs/rules.md#translation-files).
 */
export async function bringTexts(brought: TextsBrought, print: (line: string) => void): Promise<void> {
  const { file, folder, acceptOutdated } = brought;
  const { locale, templates } = await readTexts(file);
  const there = await jsonFiles(folder);
  const mails: Translated[] = [];
  for (const template of templates) {
    if (!there.includes(template.name)) throw new FileFault(missing(template.name, folder, there));
    mails.push(await translated(join(folder, template.name), locale, template));
  }
  const outdated = mails.flatMap(({ name, outdated }) => outdated.map((fieldId) => `  ${name}: ${fieldId}`));
  if (outdated.length > 0 && !acceptOutdated) {
    throw new FileFault(
      [
        'These texts have changed since the translators saw them. Write them anew, or bring the file with --accept-outdated:',
        ...outdated,
      ].join('\n'),
    );
  }
  for (const { path, json, changed } of mails) if (changed.length > 0) await writeFile(path, json);
  for (const mail of mails) report(mail, locale, print);
}

async function readTexts(file: string) {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) throw new FileFault(`There is no file ${shown(file)}.`);
  try {
    return atOnce(readTranslationFile(await readFile(file, 'utf8')));
  } catch (error) {
    if (!(error instanceof TranslationFileFault)) throw error;
    throw new FileFault(`${shown(file)} ${error.message}.`);
  }
}

function missing(name: string, folder: string, there: readonly string[]): string {
  const near = nearName(name, there);
  const rest = near === null ? `It has ${there.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  return `${shown(folder)} has no mail ${name}. ${rest}`;
}

async function translated(path: string, locale: string, { texts }: BroughtTemplate): Promise<Translated> {
  const { json, starter } = await readStarterFile(path);
  const before = checkStarter(starter);
  if (!before.ok) throw refused(path, starter.template.composition, before.errors);
  if (before.content.locale === locale) throw new FileFault(`${shown(path)} is written in ${locale} itself.`);
  const { translations, ...more } = atOnce(bringTranslations(before.content, locale, texts));
  const written = withTranslations(json, translations);
  const after = checkStarter(readStarter(written));
  if (!after.ok) throw refused(path, starter.template.composition, after.errors);
  const warnings = atOnce(translationWarnings(after.content, locale));
  return { path, name: basename(path), json: `${JSON.stringify(written, null, 2)}\n`, warnings, ...more };
}

/** The file as it was written, with these translations alone changed. */
function withTranslations(json: object, translations: Brought['translations']): object {
  const { template }: { readonly template?: object } = json;
  return { ...json, template: { ...template, translations } };
}

function refused(path: string, composition: unknown, errors: Parameters<typeof blockFaults>[1]): FileFault {
  const faults = blockFaults(composition, errors);
  return new FileFault([`${shown(path)} could not be saved:`, ...faults.map((one) => `  ${faultLine(one)}`)].join('\n'));
}

function report({ name, changed, unknown, outdated, warnings }: Translated, locale: string, print: (line: string) => void) {
  const rest = [
    ...(outdated.length > 0 ? [`outdated: ${outdated.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`no text of this mail: ${unknown.join(', ')}`] : []),
  ];
  print([`${name}: ${changed.length} of ${locale} brought in`, ...rest].join('; '));
  for (const { fieldId, message } of warnings) print(`  ${fieldId}: ${message}`);
}
