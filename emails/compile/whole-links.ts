import type { Piece } from './pieces.ts';

/** A slot whose value is a whole attribute. */
export type AddressPiece = Extract<Piece, { kind: 'link' | 'made' }>;

/** The end of a constant piece that opens the attribute whose value is a link. */
const ATTRIBUTE_OPENS = / [a-z]+="$/;

/**
 * Moves the name and the quotes of a link's attribute from the constants around the link into its slot. `found`:
 * constants, and slots by number.
 */
export function wholeLinks(
  found: readonly (string | number)[],
  addressOf: (slot: number) => AddressPiece | null,
): readonly (string | number | Piece)[] {
  const result: (string | number | Piece)[] = [...found];
  for (const [index, slot] of found.entries()) {
    const address = typeof slot === 'number' ? addressOf(slot) : null;
    if (address === null) continue;
    const [start, end] = [result[index - 1], result[index + 1]];
    const [before] = (typeof start === 'string' && ATTRIBUTE_OPENS.exec(start)) || [];
    if (typeof start !== 'string' || before === undefined || typeof end !== 'string' || !end.startsWith('"')) continue;
    result[index - 1] = start.slice(0, -before.length);
    result[index] = { ...address, before, after: '"' };
    result[index + 1] = end.slice(1);
  }
  return result;
}
