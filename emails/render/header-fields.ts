/** Values that become header fields of the mail. Whatever they hold, they stay one field, one line, one address. */
import { oneLine } from '../language/escape.ts';

/** Contract, Limits: characters. */
export const MAX_DISPLAY_NAME = 255;
export const MAX_REPLY_TO = 320;

/** Without what shows nothing or reverses the direction of the text. */
const ADDRESS =
  /^[^\s@<>()[\],;:"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800]{1,64}@[^\s@<>()[\],;:"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800]{1,255}$/u;

/** One bare address: no name, no list, no comment, no dot at an end of a part or beside another. */
export function isAddress(text: string): boolean {
  if (text.length > MAX_REPLY_TO || !ADDRESS.test(text)) return false;
  return text.split('@').every((part) => !part.split('.').includes(''));
}

export function headerText(text: string): string {
  return oneLine(text).trim();
}
