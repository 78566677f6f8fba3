/** Where a choice stands in a text, and its message without merge tags, as a parser of ICU MessageFormat takes it. */

export interface ChoiceRegion {
  /** With `a0` in place of the first path, and `{t0}` in place of the first merge tag. */
  readonly message: string;
  readonly paths: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  /** Behind its closing brace. */
  readonly end: number;
}

const HEAD = /\{\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)\s*,\s*(plural|selectordinal|select)\s*,/y;
/** Choices within each other. */
const MOST_DEEP = 3;
const NEVER_CLOSED = 'A choice is opened with { and never closed with }.';

/** Returns where the next choice begins from `from` on; null: there is none. Braces within merge tags begin none. */
export function choiceAt(text: string, from: number): number | null {
  for (let at = text.indexOf('{', from); at >= 0; at = text.indexOf('{', at)) {
    if (text.startsWith('{{', at)) {
      const close = text.indexOf('}}', at + 2);
      if (close < 0) return null;
      at = close + 2;
    } else if (headAt(text, at) !== null) return at;
    else at += 1;
  }
  return null;
}

/** Reads the choice that begins at `start`; returns its fault otherwise. */
export function readRegion(text: string, start: number): ChoiceRegion | string {
  const paths = new Map<string, string>();
  const tags = new Map<string, string>();
  /** Whether branches are open, or the words of one. */
  const open: ('branches' | 'words')[] = [];
  let message = '';
  let at = start;
  do {
    const character = text[at];
    if (character === undefined) return NEVER_CLOSED;
    if (open.at(-1) === 'branches') {
      if (character === '{') open.push('words');
      else if (character === '}') open.pop();
      message += character;
      at += 1;
    } else if (open.length > 0 && text.startsWith('{{', at)) {
      const close = text.indexOf('}}', at + 2);
      if (close < 0) return 'A merge tag is opened with {{ and never closed with }}.';
      const name = `t${tags.size}`;
      tags.set(name, text.slice(at, close + 2));
      message += `{${name}}`;
      at = close + 2;
    } else if (character === '{') {
      const head = headAt(text, at);
      if (head === null) return 'A brace within a choice opens a merge tag, {{ … }}, or another choice.';
      if (open.length >= MOST_DEEP * 2) return `Choices stand at most ${MOST_DEEP} deep within each other.`;
      const name = `a${paths.size}`;
      paths.set(name, head.path);
      message += `{${name}, ${head.kind},`;
      at = head.end;
      open.push('branches');
    } else if (character === '}') {
      open.pop();
      message += character;
      at += 1;
    } else {
      const words = wordsAt(text, at);
      message += words.message;
      at = words.end;
    }
  } while (open.length > 0);
  return { message, paths, tags, end: at };
}

/** One character, or what stands between apostrophes. An apostrophe before a merge tag is one, as in `d'{{ … }}`. */
function wordsAt(text: string, at: number): { readonly message: string; readonly end: number } {
  const character = text.charAt(at);
  if (character !== "'") return { message: character, end: at + 1 };
  const next = text.charAt(at + 1);
  if (next === "'" || text.startsWith('{{', at + 1)) return { message: "''", end: at + (next === "'" ? 2 : 1) };
  if (next === '' || !'{}#'.includes(next)) return { message: character, end: at + 1 };
  const close = text.indexOf("'", at + 1);
  const end = close < 0 ? text.length : close + 1;
  return { message: text.slice(at, end), end };
}

function headAt(text: string, at: number) {
  HEAD.lastIndex = at;
  const match = HEAD.exec(text);
  return match === null ? null : { path: match[1] ?? '', kind: match[2] ?? '', end: HEAD.lastIndex };
}
