import type { Align } from './pieces.ts';

const GAP = '  ';
/** Where text and link slots leave off: a cell is one line. */
const WHITE_SPACE = /\s+/g;
const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
/** Latin letters, punctuation and currency signs: what most cells are made of. */
const NARROW = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u203b\u20a0-\u20bf]*$/;
const WITHOUT_WIDTH = /\p{M}|\p{Cf}/u;

/** A table of plain text: labels, a rule, rows; each column as wide as its widest cell. */
export function lineUp(
  labels: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly Align[],
): string {
  const lines = [labels, ...rows].map((cells) => cells.map(oneSpaced));
  const widths = aligns.map((_align, column) =>
    lines.reduce((widest, cells) => Math.max(widest, widthOf(cells[column] ?? '')), 0),
  );
  const write = (cells: readonly string[]) =>
    cells.map((cell, column) => padded(cell, widths[column] ?? 0, aligns[column] ?? 'left')).join(GAP);
  const [head = [], ...body] = lines;
  const rule = widths.map((width) => '-'.repeat(width)).join(GAP);
  const top = head.every((label) => label === '') ? [] : [write(head), rule];
  return [...top, ...body.map(write)].map((line) => `${line.trimEnd()}\n`).join('');
}

function oneSpaced(cell: string): string {
  return UNEVEN.test(cell) ? cell.replace(WHITE_SPACE, ' ').trim() : cell;
}

function padded(cell: string, width: number, align: Align): string {
  const space = Math.max(0, width - widthOf(cell));
  switch (align) {
    case 'left':
      return cell + ' '.repeat(space);
    case 'right':
      return ' '.repeat(space) + cell;
    case 'center':
      return ' '.repeat(Math.floor(space / 2)) + cell + ' '.repeat(Math.ceil(space / 2));
  }
}

/** Columns of a fixed-width font. */
function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
