/** Rows that are rejected before they are read as what their file holds. */
import type { FieldErrors } from '../ground/errors/errors.ts';
import type { RowOutcome } from './import-kind.ts';
import type { Row } from './reading/row.ts';

export const refusedRow = (fields: FieldErrors): RowOutcome => ({
  result: 'refused',
  code: 'validation_failed',
  fields,
});

/** Null for a row that can be read. */
export function unreadable(row: Row, columns: readonly string[]): RowOutcome | null {
  if ('fault' in row) return refusedRow({ row: [row.fault] });
  if (!('values' in row) || row.values.length === columns.length) return null;
  return refusedRow({ row: [`has ${row.values.length} values, and the header has ${columns.length}`] });
}
