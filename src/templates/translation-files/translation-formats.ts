import type { Steps } from '../../ground/steps.ts';
import { readCsv, writeCsv } from './csv-texts.ts';
import { readJson, writeJson } from './json-texts.ts';
import { readXliff } from './read-xliff.ts';
import {
  type BroughtFile,
  fileMax,
  type TranslationFile,
  TranslationFileFault,
  type TranslationFormat,
} from './translation-file.ts';
import { writeXliff } from './write-xliff.ts';

export function writeTranslationFile(file: TranslationFile, format: TranslationFormat): string {
  switch (format) {
    case 'xliff':
      return writeXliff(file);
    case 'csv':
      return writeCsv(file);
    case 'json':
      return writeJson(file);
  }
}

/** Reads a file of any format, which its first sign tells. Throws TranslationFileFault. */
export function* readTranslationFile(text: string): Steps<BroughtFile> {
  if (text.length > fileMax) throw new TranslationFileFault(`has more than ${fileMax} characters`);
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start === '') throw new TranslationFileFault('is empty');
  if (start.startsWith('<')) return yield* readXliff(start);
  if (!start.startsWith('{')) return yield* readCsv(text);
  yield;
  return readJson(start);
}
