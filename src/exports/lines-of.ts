import { giveWay } from '../ground/give-way/give-way.ts';

/** Rows written before other work runs: about two milliseconds. */
const pieceRows = 200;

/** The lines of a page, one below the other. */
export async function linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): Promise<string> {
  const lines: string[] = [];
  for (const row of rows) {
    if (lines.length > 0 && lines.length % pieceRows === 0) await giveWay();
    lines.push(lineOf(row));
  }
  return lines.join('');
}
