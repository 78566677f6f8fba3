const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Whether `content` is an iCalendar stream (RFC 5545, 3.4): UTF-8 text of content lines that opens and closes
 * VCALENDAR, names its version, and nests its components properly.
 */
export function isCalendar(content: Uint8Array): boolean {
  const text = decode(content);
  if (text === null || !/^BEGIN:VCALENDAR[ \t]*\r?\n/i.test(text)) return false;
  if (!/[\r\n]VERSION[:;]/i.test(text)) return false;
  const open: string[] = [];
  const lines = text
    .replace(/\r?\n[ \t]/g, '')
    .trimEnd()
    .split(/\r?\n/);
  for (const [position, line] of lines.entries()) {
    const [, keyword, name = ''] = /^(BEGIN|END):([\w-]+)[ \t]*$/i.exec(line) ?? [];
    if (keyword?.toUpperCase() === 'BEGIN') open.push(name.toUpperCase());
    else if (keyword && open.pop() !== name.toUpperCase()) return false;
    // Every line is `name:value` or `name;parameter=…:value`, and nothing follows the last END.
    else if (!keyword && line !== '' && !/^[\w-]+[:;]/.test(line)) return false;
    if (open.length === 0 && position < lines.length - 1 && !opensAgain(lines[position + 1])) return false;
  }
  return open.length === 0;
}

/** A stream may hold several calendars. */
function opensAgain(line: string | undefined): boolean {
  return line !== undefined && /^(?:BEGIN:VCALENDAR[ \t]*)?$/i.test(line);
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
