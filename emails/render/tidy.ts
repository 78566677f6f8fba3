/**
 * Tidies the text part: at most one empty line in a row, none at the ends, no spaces at the end of a line. Each run of
 * blanks is read once: the pattern matches only at its beginning.
 */
export function tidy(written: string): string {
  let text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
  if (text.includes(' \n') || text.includes('\t\n')) text = text.replace(/(?<![ \t])[ \t]+\n/g, '\n');
  if (text.includes('\n\n\n')) text = text.replace(/\n{3,}/g, '\n\n');
  return `${text.trim()}\n`;
}
