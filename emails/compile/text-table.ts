import { COST, MAX_RENDERED, TemplateTooLarge, type WorkBudget } from '../render/work-budget.ts';
import type { Align } from './pieces.ts';

const GAP = '  ';
/** Blanks that a cell must not hold: a cell is one line, whatever its values. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;
const WHITE_SPACE = /\s+/g;
/** Latin letters, punctuation and currency signs, which most cells consist of. */
const NARROW = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u203b\u20a0-\u20bf]*$/;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const WITHOUT_WIDTH = /\p{M}|\p{Cf}/u;

/**
 * A table of plain text: labels, a rule, rows; each column as wide as its widest cell.
 * @throws TemplateTooLarge
 */
export function lineUp(
  labels: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly Align[],
  work: WorkBudget,
): string {
  const head = labels.map((label) => measured(label, work));
  const body = rows.map((row) => row.map((cell) => measured(cell, work)));
  const widths = head.map(({ width }, column) => {
    let widest = width;
    for (const row of body) widest = Math.max(widest, row[column]?.width ?? 0);
    return widest;
  });
  // One long cell widens every row.
  const line = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  if (line * (rows.length + 2) > MAX_RENDERED) throw new TemplateTooLarge();
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

function measured(written: string, work: WorkBudget): Cell {
  work.spend(COST.cell + written.length * COST.textPerCharacter);
  if (isSimple(written)) return { text: written, width: written.length };
  const text = UNEVEN.test(written) ? written.replace(WHITE_SPACE, ' ').trim() : written;
  if (NARROW.test(text)) return { text, width: text.length };
  work.spend(text.length * COST.widthPerCharacter);
  return { text, width: widthOf(text) };
}

/** Most cells are ASCII words and numbers, recognised without a pattern. */
function isSimple(text: string): boolean {
  let blank = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character > 0x7e || character < 0x20 || (character === 0x20 && blank)) return false;
    blank = character === 0x20;
  }
  return text === '' || !blank;
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
