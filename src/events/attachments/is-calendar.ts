import { giveWay } from '../../ground/give-way/give-way.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Lines, as written, that are read before other requests run; about 3 ms. */
const pieceLines = 5_000;
/** Characters of a line that are read: enough for BEGIN, END and the name of any other line. */
const lineLength = 1_000;

/**
 * Whether `content` is an iCalendar stream (RFC 5545, 3.4): UTF-8 text of content lines that opens and closes
 * VCALENDAR, names its version, and nests its components properly.
 */
export async function isCalendar(content: Uint8Array): Promise<boolean> {
  const text = decode(content);
  if (text === null) return false;
  await giveWay();
  if (holdsControlCharacters(text)) return false;
  await giveWay();
  if (!/^BEGIN:VCALENDAR[ \t]*\r?\n/i.test(text) || !/[\r\n]VERSION[:;]/i.test(text)) return false;
  const components: Components = { open: [], lines: 0 };
  let line: string | null = null;
  let written = 0;
  for (const next of writtenLines(text.trimEnd())) {
    written += 1;
    if (written % pieceLines === 0) await giveWay();
    if (line !== null && (next.startsWith(' ') || next.startsWith('\t'))) {
      // A folded line continues.
      if (line.length < lineLength) line += next.slice(1);
      continue;
    }
    if (line !== null && !fits(line, components)) return false;
    line = next;
  }
  return line !== null && fits(line, components) && components.open.length === 0;
}

interface Components {
  /** Names of the open components, the outermost first. */
  readonly open: string[];
  /** Content lines so far. */
  lines: number;
}

/** Whether an unfolded content line may follow the lines before it; opens and closes components. */
function fits(line: string, components: Components): boolean {
  const { open } = components;
  components.lines += 1;
  // A stream may hold several calendars, and nothing else between or after them.
  if (components.lines > 1 && open.length === 0 && !/^(?:BEGIN:VCALENDAR[ \t]*)?$/i.test(line)) return false;
  if (line === '') return true;
  const [, keyword, name = ''] = /^(BEGIN|END):([\w-]+)[ \t]*$/i.exec(line) ?? [];
  // Every line is `name:value` or `name;parameter=…:value`.
  if (!keyword) return /^[\w-]+[:;]/.test(line);
  if (keyword.toUpperCase() === 'END') return open.pop() === name.toUpperCase();
  open.push(name.toUpperCase());
  return true;
}

/** The lines of `text`, not unfolded; a long line is cut. */
function* writtenLines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, Math.min(text[end - 1] === '\r' ? end - 1 : end, start + lineLength));
    start = end + 1;
  }
}

function decode(content: Uint8Array): string | null {
  // The first bytes decide, so that no image is decoded as text.
  const head = Buffer.from(content.subarray(0, 32)).toString('latin1');
  if (!/^(?:\u00ef\u00bb\u00bf)?BEGIN:VCALENDAR/i.test(head)) return null;
  try {
    return decoder.decode(content);
  } catch {
    return null;
  }
}

function holdsControlCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  return /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text);
}
