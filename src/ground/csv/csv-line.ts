/** Lines of CSV as RFC 4180 has them, which an import reads back (docs/rules.md#rows-of-a-file). */
import { asText } from './formula-sign.ts';

/** A text; no spreadsheet takes it for a formula. */
export const textCell = (value: string | null): string => (value === null ? '' : quoted(asText(value)));

/** A number, a truth value or a time, which is no formula: -5 stays a number. */
export const plainCell = (value: string | number | boolean | Date | null): string =>
  value === null ? '' : quoted(value instanceof Date ? value.toISOString() : String(value));

export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Separators of other files and outer blanks stand in quotes too: each program finds the same values. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
