/** How the rows of a file are written, found in its first bytes; stored with the import. */
import { z } from 'zod';
import { createCsvRows } from './csv-rows.ts';
import { createJsonRows } from './json-rows.ts';
import { createListRows } from './list-rows.ts';
import type { Place, RowReader } from './row.ts';

export const fileForm = z.union([
  z.object({
    format: z.literal('csv'),
    separator: z.string().length(1),
    /** The field of each column; an empty text: none. */
    columns: z.array(z.string()),
    usual: z.record(z.string(), z.string()),
  }),
  z.object({ format: z.literal('ndjson') }),
  /** A JSON document with the rows in a list of it. */
  z.object({ format: z.literal('list') }),
]);

export type FileForm = z.infer<typeof fileForm>;

export function rowsOfForm(form: FileForm, start: Place): RowReader {
  switch (form.format) {
    case 'csv':
      return createCsvRows(form.separator, start);
    case 'ndjson':
      return createJsonRows(start);
    case 'list':
      return createListRows(start);
  }
}

/** Spreadsheets of some countries write a semicolon. */
const separators = [',', ';', '\t'] as const;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** The marks of UTF-16, which Excel writes as "Unicode text". */
const otherMarks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** The first bytes of a file. */
export interface FileHead {
  readonly format: FileForm['format'];
  readonly separator: string;
  /** Where the text begins; of a list, its first row. */
  readonly start: Place;
}

/** `lists`: names of fields whose list holds the rows of a JSON document. Null: the file is written in UTF-16. */
export function readHead(bytes: Buffer, lists: readonly string[]): FileHead | null {
  const begins = (mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);
  if (otherMarks.some(begins)) return null;
  const marked = begins(byteOrderMark) ? byteOrderMark.length : 0;
  const start = { position: marked, line: 1 };
  const text = bytes.toString('utf8', marked);
  const [opening = '', name = ''] = /^\s*\{\s*"(\w{1,64})"\s*:\s*\[/.exec(text) ?? [];
  if (lists.includes(name)) {
    const position = marked + Buffer.byteLength(opening);
    return { format: 'list', separator: '', start: { position, line: opening.split('\n').length } };
  }
  if (text.trimStart().startsWith('{')) return { format: 'ndjson', separator: '', start };
  const [line = ''] = text.trimStart().split('\n', 1);
  const counted = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  return { format: 'csv', separator: most?.separator ?? ',', start };
}
