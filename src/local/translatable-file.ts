/** Files whose texts have translations: mails, and the layouts beside them (docs/rules.md#translation-files). */
import { basename, dirname, join } from 'node:path';
import {
  asTemplate,
  type Brought,
  checkLayoutInSteps,
  checkStarter,
  readStarter,
  type TemplateContent,
} from '../../emails/index.ts';
import { atOnce } from '../ground/steps.ts';
import { layoutsFolder } from './bench/bench-layout.ts';
import { blockFaults, faultLine } from './block-faults.ts';
import { FileFault, jsonFiles, readJsonFile, readStarterFile, shown } from './starter-file.ts';

type Errors = Parameters<typeof blockFaults>[1];
type Translations = Brought['translations'];

/** A file with these translations, and its content as it would be saved. */
export interface TranslatedFile {
  readonly json: object;
  readonly content: TemplateContent;
}

export interface TranslatableFile {
  readonly path: string;
  /** As files for translators name it: `receipt.json`, `layouts/default.json`. */
  readonly name: string;
  /** A layout is read as a template of its blocks, without a subject. */
  readonly content: TemplateContent;
  readonly isLayout: boolean;
  /** Throws FileFault where a translation could not be saved. */
  readonly translate: (translations: Translations) => TranslatedFile;
}

/** The mails of a folder and the layouts below it, by name. */
export async function translatableNames(folder: string): Promise<readonly string[]> {
  const layouts = await jsonFiles(join(folder, layoutsFolder));
  return [...(await jsonFiles(folder)), ...layouts.map((name) => `${layoutsFolder}/${name}`)];
}

export function readTranslatable(path: string): Promise<TranslatableFile> {
  return basename(dirname(path)) === layoutsFolder ? readLayout(path) : readMail(path);
}

async function readMail(path: string): Promise<TranslatableFile> {
  const { json, starter } = await readStarterFile(path);
  const { composition } = starter.template;
  const { template }: { readonly template?: object } = Object(json);
  const contentOf = (written: ReturnType<typeof readStarter>, what: string) => {
    const checked = checkStarter(written);
    if (!checked.ok) throw refused(path, what, linesOf(composition, checked.errors));
    return checked.content;
  };
  return {
    path,
    name: basename(path),
    isLayout: false,
    content: contentOf(starter, 'cannot be saved'),
    translate: (translations) => {
      const written = { ...json, template: { ...template, translations } };
      return { json: written, content: contentOf(readStarter(written), 'could not be saved') };
    },
  };
}

async function readLayout(path: string): Promise<TranslatableFile> {
  const json = await readJsonFile(path);
  const contentOf = (written: unknown, what: string) => {
    const checked = atOnce(checkLayoutInSteps(written));
    if (!checked.ok) throw refused(path, what, linesOf(null, checked.errors));
    return asTemplate(checked.content);
  };
  return {
    path,
    name: `${layoutsFolder}/${basename(path)}`,
    isLayout: true,
    content: contentOf(json, 'cannot be saved'),
    translate: (translations) => {
      const written = { ...Object(json), translations };
      return { json: written, content: contentOf(written, 'could not be saved') };
    },
  };
}

function linesOf(composition: unknown, errors: Errors): readonly string[] {
  return blockFaults(composition, errors).map((fault) => `  ${faultLine(fault)}`);
}

function refused(path: string, what: string, faults: readonly string[]): FileFault {
  return new FileFault([`${shown(path)} ${what}:`, ...faults].join('\n'));
}
