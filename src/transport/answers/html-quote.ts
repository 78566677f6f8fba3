/** Containers in which mail apps quote a mail, in HTML (docs/rules.md#the-part-above-the-quote). */

/** Parts of their tags: of Gmail, Outlook, Thunderbird and Apple Mail, Yahoo, Proton, GMX. */
const marks: readonly string[] = [
  'gmail_quote',
  'gmail_attr',
  'divRplyFwdMsg',
  'appendonsend',
  'stopSpelling',
  'mail-editor-reference-message-container',
  'moz-cite-prefix',
  'type="cite"',
  'type=cite',
  'yahoo_quoted',
  'protonmail_quote',
  'name="quote"',
];
/** Characters of a tag before its mark, and places of one mark that are looked at. */
const tagMax = 500;
const placesMax = 100;

/** The page up to the mail that it quotes; all of it where it quotes none, and where nothing stands above the quote. */
export function aboveHtmlQuote(html: string, textOf: (html: string) => string): string {
  const places = marks.map((mark) => placeOf(html, mark)).filter((place) => place !== null);
  if (places.length === 0) return html;
  const above = html.slice(0, Math.min(...places));
  return textOf(above).trim() === '' ? html : above;
}

/** Where the tag begins that holds the mark: the same words in a text or a style say nothing. */
function placeOf(html: string, mark: string): number | null {
  let at = html.indexOf(mark);
  for (let count = 0; at !== -1 && count < placesMax; count += 1) {
    const from = Math.max(0, at - tagMax);
    const before = html.slice(from, at);
    const open = before.lastIndexOf('<');
    if (open > before.lastIndexOf('>')) return from + open;
    at = html.indexOf(mark, at + mark.length);
  }
  return null;
}
