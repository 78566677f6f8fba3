/**
 * The text part as it goes out: no more than one empty line in a row, none at the ends, no spaces before a line's end.
 * A run of blanks is looked at once: the pattern starts only at its beginning.
 */
export function tidy(written: string): string {
  let text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
  if (text.includes(' \n') || text.includes('\t\n')) text = text.replace(/(?<![ \t])[ \t]+\n/g, '\n');
  if (text.includes('\n\n\n')) text = text.replace(/\n{3,}/g, '\n\n');
  return `${text.trim()}\n`;
}
