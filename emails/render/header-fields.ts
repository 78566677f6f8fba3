/**
 * Values of header fields (docs/rules.md#header-fields): one field, one line, one address, whatever the values hold.
 */
import { withoutAddresses, withoutDeceivingSigns } from '../../src/ground/input/deceiving-signs.ts';
import { oneLine } from '../language/escape.ts';

/** Characters. */
export const MAX_DISPLAY_NAME = 255;
export const MAX_REPLY_TO = 320;

/** An address without invisible characters and characters that reverse the direction of text. */
const ADDRESS =
  /^[^\s@<>()[\],;:"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800]{1,64}@[^\s@<>()[\],;:"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800]{1,255}$/u;

/** Whether the text is one bare address: no name, no list, no comment, no dot at an end of a part or beside another. */
export function isAddress(text: string): boolean {
  if (text.length > MAX_REPLY_TO || !ADDRESS.test(text)) return false;
  // A domain that ends in a number is read as an IPv4 address.
  if (/[@.](?:\d+|0x[\da-f]*)$/i.test(text.normalize('NFKC'))) return false;
  return text.split('@').every((part) => !part.split('.').includes(''));
}

/** One line without signs that deceive (docs/rules.md#deceiving-signs). */
export function headerText(text: string): string {
  return withoutDeceivingSigns(oneLine(text)).trim();
}

/** Like `headerText`, and without addresses: a name may not pose as one. Null when nothing is left. */
export function nameText(text: string): string | null {
  return withoutAddresses(headerText(text)) || null;
}
