/** Texts for translators as CSV, one a row: the text in its own language, and beside it the translation. */

import { isLocale } from '../../../emails/index.ts';
import { csvLine, plainCell, textCell } from '../../ground/csv/csv-line.ts';
import { readCsvRecord } from '../../ground/csv/csv-record.ts';
import { fromText } from '../../ground/csv/formula-sign.ts';
import type { Steps } from '../../ground/steps.ts';
import {
  type BroughtFile,
  type BroughtTemplate,
  type TranslationFile,
  TranslationFileFault,
  textsMax,
} from './translation-file.ts';

/** Columns before those of the two languages, which have the languages as their names. */
const named = ['template', 'id', 'state', 'before'] as const;

/** With the mark by which spreadsheets know UTF-8. */
const mark = '\ufeff';

export function writeCsv({ locale, sourceLocale, templates }: TranslationFile): string {
  const rows = templates.flatMap(({ name, texts }) =>
    texts.map(({ fieldId, state, before, source, text }) =>
      csvLine([
        textCell(name),
        textCell(fieldId),
        plainCell(state),
        textCell(before),
        textCell(source),
        textCell(text),
      ]),
    ),
  );
  return mark + csvLine([...named, sourceLocale, locale].map(plainCell)) + rows.join('');
}

interface Columns {
  readonly template: number;
  readonly id: number;
  readonly source: number;
  readonly text: number;
  readonly locale: string;
}

/** Bytes of a row: two texts of full length, and more. */
const rowMax = 262_144;
/** Rows read in one step. */
const stepMax = 500;

/** Throws TranslationFileFault. */
export function* readCsv(text: string): Steps<BroughtFile> {
  const [head = [], ...rows] = yield* recordsOf(text.startsWith(mark) ? text.slice(1) : text);
  const columns = columnsOf(head);
  const templates = new Map<string, BroughtTemplate['texts'][number][]>();
  for (const row of rows) {
    if (row.every((value) => value.trim() === '')) continue;
    const value = (column: number) => fromText(row[column] ?? '');
    const texts = templates.get(value(columns.template)) ?? [];
    templates.set(value(columns.template), texts);
    texts.push({ fieldId: value(columns.id), source: value(columns.source), text: value(columns.text) });
  }
  return { locale: columns.locale, templates: [...templates].map(([name, texts]) => ({ name, texts })) };
}

/** The languages are the columns without another name, that of the templates first. */
function columnsOf(head: readonly string[]): Columns {
  const names = head.map((name) => name.trim());
  const others = names.filter((name) => name !== '' && !named.some((known) => known === name.toLowerCase()));
  const at = (name: string) => names.findIndex((each) => each.toLowerCase() === name);
  const [source, locale] = others;
  if (at('template') < 0 || at('id') < 0 || source === undefined || locale === undefined || others.length > 2) {
    throw new TranslationFileFault(
      'has other columns than template, id, state, before and the two languages, such as en and de',
    );
  }
  if (!isLocale(locale))
    throw new TranslationFileFault(`has a column \`${locale.slice(0, 40)}\`, which is no language`);
  return {
    template: at('template'),
    id: at('id'),
    source: names.indexOf(source),
    text: names.lastIndexOf(locale),
    locale,
  };
}

/** Spreadsheets write semicolons where numbers have decimal commas. */
function* recordsOf(text: string): Steps<readonly (readonly string[])[]> {
  const bytes = Buffer.from(text);
  const first = text.slice(0, text.indexOf('\n') >= 0 ? text.indexOf('\n') : text.length);
  const [separator = ','] = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length);
  const records: (readonly string[])[] = [];
  for (let at = 0; at < bytes.length; ) {
    const row = bytes.subarray(at, at + rowMax);
    const isLast = at + row.length === bytes.length;
    const record = readCsvRecord(row, separator.charCodeAt(0), isLast);
    if (record === 'more') throw new TranslationFileFault(`has more than ${rowMax} bytes in row ${records.length + 1}`);
    if (record === 'fault') throw new TranslationFileFault(`has quotes that do not fit in row ${records.length + 1}`);
    if (records.length > textsMax) throw new TranslationFileFault(`has more than ${textsMax} texts`);
    records.push(record.values);
    if (records.length % stepMax === 0) yield;
    at += record.length;
  }
  return records;
}
