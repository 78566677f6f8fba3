/** Cuts a text at its merge tags, which translators must leave as they are: words and whole tags in turn. */
export function splitTags(text: string): readonly { readonly text: string; readonly isTag: boolean }[] {
  const pieces: { text: string; isTag: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{{', at);
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2);
    if (close < 0) break;
    if (open > at) pieces.push({ text: text.slice(at, open), isTag: false });
    pieces.push({ text: text.slice(open, close + 2), isTag: true });
    at = close + 2;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isTag: false });
  return pieces;
}
