/** Measures how deep brackets nest in a document before it is parsed: the parser recurses at each level. */

const quote = 34;
const hash = 35;
const backslash = 92;
const newline = 10;
const carriageReturn = 13;
/** `(`, `[`, `{` and their closing brackets. */
const opening = new Set([40, 91, 123]);
const closing = new Set([41, 93, 125]);

/** Returns the deepest level of brackets outside strings and comments; counting stops above `most`. */
export function documentNesting(text: string, most: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = text.startsWith('"""', at) ? blockStringEnd(text, at) : stringEnd(text, at);
    else if (code === hash) at = lineEnd(text, at);
    else if (opening.has(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (closing.has(code)) depth -= 1;
  }
  return deepest;
}

/**
 * Returns the end of the string that begins at `from`: its closing quote, or the end of its line, where the parser
 * rejects the document.
 */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote || code === newline || code === carriageReturn) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}

function blockStringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"""', from + 3); at >= 0; at = text.indexOf('"""', at + 3)) {
    if (text.charCodeAt(at - 1) !== backslash) return at + 2;
  }
  return text.length;
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === newline || code === carriageReturn) return at;
  }
  return text.length;
}
