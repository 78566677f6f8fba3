/** Who a mail says that it is from. Anybody can write any address there. */

/** Characters of an address (RFC 5321, 4.5.3.1) and of a name. */
const addressMax = 320;
const nameMax = 255;

export interface LetterSender {
  /** Null where the field holds none. */
  readonly address: string | null;
  readonly name: string | null;
}

/** Reads `Ada Lovelace <ada@example.com>`, `ada@example.com (Ada)` and `ada@example.com`; of several the last in brackets. */
export function readSender(field: string | undefined): LetterSender {
  const text = (field ?? '').replaceAll('\0', '\u{FFFD}').toWellFormed();
  const open = text.lastIndexOf('<');
  const within = open === -1 ? '' : (text.slice(open + 1).split('>', 1)[0] ?? '').trim();
  if (isAddress(within)) return { address: within, name: nameOf(text.slice(0, open)) };
  const address = text.split(/[\s,;<>()"]+/).find(isAddress) ?? null;
  const comment = /\(([^()]{1,255})\)/.exec(text)?.[1];
  return { address, name: address !== null && comment !== undefined ? nameOf(comment) : null };
}

function isAddress(text: string): boolean {
  return text.length <= addressMax && /^[^\s@<>]+@[^\s@<>]+$/.test(text);
}

function nameOf(text: string): string | null {
  const name = text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\\(.)/g, '$1')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return name === '' ? null : name.slice(0, nameMax).toWellFormed();
}
