/** A suppression as a line of a file, under the names by which an import finds its fields (docs/rules.md#columns-of-a-file). */
import { csvLine, plainCell, textCell } from '../../ground/csv/csv-line.ts';
import type { ExportedSuppression } from './suppression-pages.ts';

export const suppressionHead = csvLine(['email', 'reason', 'note', 'created_at']);

export const suppressionCsv = ({ email, reason, note, created_at: at }: ExportedSuppression): string =>
  csvLine([textCell(email), plainCell(reason), textCell(note), plainCell(at)]);

export const suppressionJson = ({ email, reason, note, created_at }: ExportedSuppression): string =>
  `${JSON.stringify({ email, reason, ...(note !== null && { note }), created_at })}\n`;
