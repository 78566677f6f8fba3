import { stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isLocale, type TextToTranslate, textsToTranslate } from '../../emails/index.ts';
import { atOnce } from '../ground/steps.ts';
import type { TranslationFile, TranslationFormat } from '../templates/translation-files/translation-file.ts';
import { writeTranslationFile } from '../templates/translation-files/translation-formats.ts';
import { FileFault, shown, startersFolder } from './starter-file.ts';
import { readTranslatable, translatableNames } from './translatable-file.ts';

export interface TextsAsked {
  readonly locale: string;
  /** Files of mails and layouts, and folders of mails. */
  readonly paths: readonly string[];
  readonly format: TranslationFormat;
  /** Null: `texts.<language>.xlf` in the folder where the command runs. */
  readonly to: string | null;
  /** Whether to leave out what is translated already. */
  readonly onlyOpen: boolean;
}

const extensions: Readonly<Record<TranslationFormat, string>> = { xliff: 'xlf', csv: 'csv', json: 'json' };

/** Writes the texts of mails in one language for translators (docs/rules.md#translation-files). */
export async function writeTexts(asked: TextsAsked, print: (line: string) => void): Promise<void> {
  const { locale, format, onlyOpen } = asked;
  if (!isLocale(locale)) throw new Error(`\`${locale}\` is no language tag, such as it or pt-BR.`);
  const found = await Promise.all((await filesOf(asked.paths)).map((file) => readTexts(file, locale)));
  const names = found.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new FileFault(`Two files are called ${twice}: write their texts apart.`);
  const sourceLocale = commonLocale(found, locale);
  const templates = found.map(({ name, texts }) => ({
    name,
    texts: onlyOpen ? texts.filter(({ state }) => state !== 'translated') : texts,
  }));
  const file: TranslationFile = { locale, sourceLocale, templates: templates.filter(({ texts }) => texts.length > 0) };
  const to = asked.to ?? `texts.${locale}.${extensions[format]}`;
  const folders = await foldersOf(asked.paths);
  if (to.endsWith('.json') && folders.includes(resolve(dirname(to)))) {
    throw new FileFault(`${shown(to)} would stand among the mails, as one of them: name another folder.`);
  }
  await writeFile(to, writeTranslationFile(file, format));
  for (const { name, texts } of found) print(`${name}: ${stateOf(texts)}`);
  print(
    `${shown(to)} has the texts for ${locale}. Bring it back with npm run email:translate ${shown(to)}${folderBehind(folders)}`,
  );
}

/** The folders of mails that the texts are from. */
async function foldersOf(paths: readonly string[]): Promise<readonly string[]> {
  const folders = await Promise.all(paths.map(async (path) => resolve((await isFolder(path)) ? path : dirname(path))));
  return [...new Set(folders)];
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

/** As the command that brings the texts back needs it. */
function folderBehind([folder, ...others]: readonly string[]): string {
  return folder === undefined || others.length > 0 || folder === startersFolder ? '' : ` ${shown(folder)}`;
}

interface FoundTexts {
  readonly name: string;
  readonly sourceLocale: string;
  readonly texts: readonly TextToTranslate[];
}

async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const isOne = await isFolder(path);
    const names = isOne ? await translatableNames(path) : [];
    if (isOne && names.length === 0) throw new FileFault(`${shown(path)} has no mails: no name ends with .json.`);
    files.push(...(isOne ? names.map((name) => join(path, name)) : [path]));
  }
  return files;
}

async function readTexts(file: string, locale: string): Promise<FoundTexts> {
  const { name, content, isLayout } = await readTranslatable(file);
  const texts = atOnce(textsToTranslate(content, locale));
  return {
    name,
    sourceLocale: content.locale,
    texts: isLayout ? texts.filter(({ fieldId }) => fieldId !== 'subject') : texts,
  };
}

function commonLocale(found: readonly FoundTexts[], wanted: string): string {
  const [first, ...others] = [...new Set(found.map(({ sourceLocale }) => sourceLocale))];
  if (first === undefined || others.length > 0) {
    throw new FileFault(`The mails are written in ${[first, ...others].join(' and ')}: write their texts apart.`);
  }
  if (first === wanted) throw new FileFault(`The mails are written in ${wanted} themselves.`);
  return first;
}

function stateOf(texts: readonly TextToTranslate[]): string {
  const count = (wanted: TextToTranslate['state']) => texts.filter(({ state }) => state === wanted).length;
  const open = (['outdated', 'missing'] as const).flatMap((state) =>
    count(state) > 0 ? [`${count(state)} ${state}`] : [],
  );
  return [`${count('translated')} of ${texts.length} texts translated`, ...open].join(', ');
}
