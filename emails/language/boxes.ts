/** Writes a one-time code with a box around each character (docs/rules.md#code-boxes). */
import { escapeHtml } from './escape.ts';

/** Characters; a longer text is no code to type, and stays in one piece. */
const MOST = 12;
const BLANK = /^\s$/;

/** The characters of a text that stand in a box each, blanks being gaps; null for a text that stays in one piece. */
export function boxedCharacters(
  text: string,
): readonly { readonly character: string; readonly isGap: boolean }[] | null {
  if (text.length > MOST) return null;
  return Array.from(text, (character) => ({ character, isGap: BLANK.test(character) }));
}

/** The markup around each character. */
export interface Box {
  readonly open: string;
  readonly close: string;
}

export function boxedHtml(value: string, { open, close }: Box): string {
  const characters = boxedCharacters(value);
  if (characters === null) return escapeHtml(value);
  let html = '';
  for (const { character, isGap } of characters) html += isGap ? ' ' : open + escapeHtml(character) + close;
  return html;
}
