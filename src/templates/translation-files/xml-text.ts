/** Text in XML 1.0: what it can hold, and what it cannot. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what XML cannot hold
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** For the value of an attribute, and for text; line ends are kept as they are. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replace(IMPOSSIBLE, '');
}

/** Like `escapeXml`, with an element of XLIFF for each character that XML cannot hold. */
export function escapeXliff(text: string): string {
  let written = '';
  let at = 0;
  for (const { index, 0: character } of text.matchAll(IMPOSSIBLE)) {
    const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    written += `${escapeXml(text.slice(at, index))}<cp hex="${hex}"/>`;
    at = index + 1;
  }
  return written + escapeXml(text.slice(at));
}
