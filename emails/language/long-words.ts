/**
 * Finds words that are too long for a narrow place, such as a cell of a table (docs/rules.md#width-of-a-mail). Only these
 * may break there: cells share a line by what can be broken, so a price beside a long name would break before the name.
 */

/** Characters of a word that a narrow place keeps whole, such as `€1,234,567.89`. */
const WHOLE = 16;

/** The attribute of the element around such a word; clients that break all words anyway know it too. */
export const BREAKS = ' style="word-break:break-word"';

/** Reads each character once. */
export function hasLongWord(text: string): boolean {
  if (text.length <= WHOLE) return false;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (endsWord(text.charCodeAt(at))) length = 0;
    else if (length === WHOLE) return true;
    else length += 1;
  }
  return false;
}

/** A date that may break: a day that stays with its month (language/format.ts) would widen a narrow place. */
export function apart(date: string): string {
  return date.replaceAll('\u00a0', ' ');
}

/** Spaces; and the scripts of China, Japan and Korea, and emoji, which break anywhere. */
function endsWord(code: number): boolean {
  return code <= 0x20 || (code >= 0x2e80 && code <= 0xfaff);
}
