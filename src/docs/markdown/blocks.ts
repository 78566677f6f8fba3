/** Pieces of Markdown documents. */

/** The parts with an empty line between them; those that are null or empty are left out. */
export function documentOf(...parts: readonly (string | null | false | undefined)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The fence is longer than any in the code. */
export function fence(code: string, language: string): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${code.trimEnd()}\n${mark}`;
}

export function jsonFence(value: unknown): string {
  return fence(JSON.stringify(value, null, 2), 'json');
}

export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}
