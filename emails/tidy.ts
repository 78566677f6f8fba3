/**
 * The text part as it goes out: no more than one empty line in a row, none at the ends, no spaces before a line's end.
 * Each character is looked at a bounded number of times: a pattern such as `[ \\t]+\\n` takes the square of a long run
 * of spaces.
 */
export function tidy(written: string): string {
  let text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
  if (text.includes(' \n') || text.includes('\t\n')) text = withoutBlanksAtEnds(text);
  if (text.includes('\n\n\n')) text = text.replace(/\n{3,}/g, '\n\n');
  return `${text.trim()}\n`;
}

/** Runs of blanks up to here are left to the pattern, which is faster and takes their square. */
const LONG_RUN = /[ \t]{64}/;

function withoutBlanksAtEnds(text: string): string {
  if (!LONG_RUN.test(text)) return text.replace(/[ \t]+\n/g, '\n');
  return text.split('\n').map(withoutBlanksAtEnd).join('\n');
}

const SPACE = 0x20;
const TAB = 0x09;

function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line.charCodeAt(end - 1) === SPACE || line.charCodeAt(end - 1) === TAB)) end -= 1;
  return end === line.length ? line : line.slice(0, end);
}
