/**
 * The part of an answer that its writer wrote: without the mail that the app quotes (docs/rules.md#the-part-above-the-quote).
 * Line by line, each line once and its start alone: strangers write such text, and a pattern over all of it could run
 * for ever.
 */
import { beginsBlock, isAttribution, isOriginalMark } from './quote-signs.ts';

/** Characters of a line that are looked at. */
const lineMax = 400;
/** Lines into which an app breaks the words before a quote. */
const attributionLines = 3;
/** Lines that are looked at together: a block of header fields. */
const windowLines = 6;

/**
 * `text` with line feeds alone. Everything from a line on that stands before a whole quoted mail is left out, and so are
 * lines that begin with `>`, with the words before them: so an answer below the quote, or between its lines, is found too.
 */
export function cutQuote(text: string): string {
  const lines = text.split('\n');
  const looked = lines.map((line) => line.slice(0, lineMax).trim());
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = looked[at] ?? '';
    if (line.startsWith('>')) continue;
    const said = attributionAt(looked, at);
    if (said > 0) {
      const next = looked.slice(at + said, at + said + windowLines).find((each) => each !== '');
      // Without marks of its own, all that follows is the quoted mail.
      if (next?.startsWith('>') !== true) break;
      at += said - 1;
      continue;
    }
    if (isOriginalMark(line) || beginsBlock(looked.slice(at, at + windowLines)) || isRule(looked, at)) break;
    kept.push(lines[at] ?? '');
  }
  return kept.join('\n').replace(/^\n+/, '').trimEnd();
}

/** Lines of the words before a quote that begin here; 0: none do. */
function attributionAt(lines: readonly string[], at: number): number {
  let text = '';
  for (let count = 1; count <= attributionLines; count += 1) {
    const line = lines[at + count - 1] ?? '';
    // The words before a quote have no empty line within, and begin with the first.
    if (line === '' || line.startsWith('>')) return 0;
    text = text === '' ? line : `${text} ${line}`.slice(0, lineMax);
    if (isAttribution(text)) return beginsLater(lines, at, count) ? 0 : count;
  }
  return 0;
}

/** Whether the words before the quote begin in a later line: the first is the writer's own. */
function beginsLater(lines: readonly string[], at: number, count: number): boolean {
  if (count === 1) return false;
  return isAttribution(
    lines
      .slice(at + 1, at + count)
      .join(' ')
      .slice(0, lineMax),
  );
}

/** A line of underscores with header fields below, as Outlook writes it. */
function isRule(lines: readonly string[], at: number): boolean {
  return /^_{8,}$/.test(lines[at] ?? '') && beginsBlock(lines.slice(at + 1, at + 1 + windowLines));
}
