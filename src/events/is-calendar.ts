import { otherWork } from '../other-work.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Lines that are looked at before other requests have their turn; some 10 ms. */
const pieceLines = 5_000;
/** Characters of a line that are looked at: where it is no BEGIN or END, its name. */
const lineLength = 1_000;

/**
 * Whether `content` is an iCalendar stream (RFC 5545, 3.4): UTF-8 text of content lines that opens and closes
 * VCALENDAR, names its version, and nests its components properly.
 */
export async function isCalendar(content: Uint8Array): Promise<boolean> {
  const text = decode(content);
  if (text !== null) await otherWork();
  if (text === null || !/^BEGIN:VCALENDAR[ \t]*\r?\n/i.test(text)) return false;
  if (!/[\r\n]VERSION[:;]/i.test(text)) return false;
  const open: string[] = [];
  let count = 0;
  for (const line of contentLines(text.trimEnd())) {
    count += 1;
    if (count % pieceLines === 0) await otherWork();
    // A stream may hold several calendars, and nothing else between or after them.
    if (count > 1 && open.length === 0 && !/^(?:BEGIN:VCALENDAR[ \t]*)?$/i.test(line)) return false;
    const [, keyword, name = ''] = /^(BEGIN|END):([\w-]+)[ \t]*$/i.exec(line) ?? [];
    if (keyword?.toUpperCase() === 'BEGIN') open.push(name.toUpperCase());
    else if (keyword && open.pop() !== name.toUpperCase()) return false;
    // Every line is `name:value` or `name;parameter=…:value`.
    else if (!keyword && line !== '' && !/^[\w-]+[:;]/.test(line)) return false;
  }
  return open.length === 0;
}

/** The content lines of `text`, unfolded; of a long one, its beginning. */
function* contentLines(text: string): Generator<string> {
  let line: string | null = null;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const written = text.slice(start, Math.min(text[end - 1] === '\r' ? end - 1 : end, start + lineLength));
    if (line !== null && /^[ \t]/.test(written)) {
      if (line.length < lineLength) line += written.slice(1);
    } else {
      if (line !== null) yield line;
      line = written;
    }
    start = end + 1;
  }
  if (line !== null) yield line;
}

function decode(content: Uint8Array): string | null {
  // Told from its first bytes, so that no image is decoded as text.
  const head = Buffer.from(content.subarray(0, 32)).toString('latin1');
  if (!/^(?:\u00ef\u00bb\u00bf)?BEGIN:VCALENDAR/i.test(head)) return null;
  try {
    const text = decoder.decode(content);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
    return /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}
