/** Which field each column of a CSV file has (docs/rules.md#columns-of-a-file). */
import { type FieldErrors, invalid } from '../ground/errors/errors.ts';
import { didYouMean } from '../ground/input/near-name.ts';
import { columnsMax } from './import-limits.ts';

export interface KnownColumns {
  /** Field by the name of its column, in the form of `columnName`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly required: string;
  /** What to do about a name that is like no other. */
  readonly adviceFor: (name: string) => string;
  readonly skipUnknown: boolean;
}

/** The form in which names of columns are compared: `Email Address` is `email_address`. */
export const columnName = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** Returns the field of each column, an empty text for a column that is passed over. Throws `validation_failed`. */
export function findColumns(
  header: readonly string[],
  { fields, required, adviceFor, skipUnknown }: KnownColumns,
): readonly string[] {
  if (header.length > columnsMax) throw invalid({ columns: [`must be at most ${columnsMax}`] });
  const faults: Record<string, readonly string[]> = {};
  const places = new Map<string, number>();
  const columns = header.map((written, at) => {
    const name = columnName(written);
    const field = fields.get(name) ?? '';
    const path = `columns.${at + 1}`;
    const first = places.get(field);
    if (field === '' && name !== '' && !skipUnknown)
      faults[path] = [`names no field${didYouMean(name, fields.keys()) || `: ${adviceFor(name)}`}`];
    else if (field !== '' && first !== undefined) faults[path] = [`is the same field as column ${first}`];
    else places.set(field, at + 1);
    return field;
  });
  if (!places.has(required)) faults.columns = [`must have \`${required}\``];
  if (Object.keys(faults).length > 0) throw invalid(faults satisfies FieldErrors);
  return columns;
}
