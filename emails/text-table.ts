import type { Align } from './pieces.ts';

const GAP = '  ';
/** A cell is one line, whatever its values hold. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;
const WHITE_SPACE = /\s+/g;
/** Latin letters, punctuation and currency signs: what most cells are made of. */
const NARROW = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u203b\u20a0-\u20bf]*$/;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const WITHOUT_WIDTH = /\p{M}|\p{Cf}/u;

/** A table of plain text: labels, a rule, rows; each column as wide as its widest cell. */
export function lineUp(
  labels: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly Align[],
): string {
  const head = labels.map(measured);
  const body = rows.map((row) => row.map(measured));
  const widths = head.map(({ width }, column) => {
    let widest = width;
    for (const row of body) widest = Math.max(widest, row[column]?.width ?? 0);
    return widest;
  });
  let text = '';
  if (labels.some((label) => label !== '')) {
    text += `${lineOf(head, widths, aligns)}${widths.map((width) => '-'.repeat(width)).join(GAP)}\n`;
  }
  for (const row of body) text += lineOf(row, widths, aligns);
  return text;
}

interface Cell {
  readonly text: string;
  /** Columns of a fixed-width font. */
  readonly width: number;
}

function measured(written: string): Cell {
  const text = UNEVEN.test(written) ? written.replace(WHITE_SPACE, ' ').trim() : written;
  return { text, width: NARROW.test(text) ? text.length : widthOf(text) };
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

function lineOf(cells: readonly Cell[], widths: readonly number[], aligns: readonly Align[]): string {
  let line = '';
  let owed = 0;
  for (let column = 0; column < cells.length; column += 1) {
    const { text, width } = cells[column] ?? NO_CELL;
    const space = (widths[column] ?? 0) - width;
    const before = spaceBefore(space, aligns[column] ?? 'left');
    line += ' '.repeat(owed + before) + text;
    owed = space - before + GAP.length;
  }
  return `${line.trimEnd()}\n`;
}

const NO_CELL: Cell = { text: '', width: 0 };

function spaceBefore(space: number, align: Align): number {
  switch (align) {
    case 'left':
      return 0;
    case 'right':
      return space;
    case 'center':
      return Math.floor(space / 2);
  }
}
