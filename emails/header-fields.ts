/** Values that become header fields of the mail. Whatever they hold, they stay one field, one line, one address. */
import { oneLine } from './escape.ts';

/** Contract, Limits: characters. */
export const MAX_DISPLAY_NAME = 255;
export const MAX_REPLY_TO = 320;

const ADDRESS = /^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[^\s@<>()[\],;:"\\\p{C}]{1,255}$/u;

/** One bare address: no name, no list, no comment. */
export function isAddress(text: string): boolean {
  return text.length <= MAX_REPLY_TO && ADDRESS.test(text);
}

export function headerText(text: string): string {
  return oneLine(text).trim();
}
