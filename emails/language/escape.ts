/** Escapes values for their place (docs/rules.md#escapes): no value can add a tag, an attribute or a header line. */

const SPECIAL = /[&<>"']/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const EVERY_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const HEADER_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const EVERY_HEADER_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const LINE_BREAK = /\r\n|\r|\n/g;

/** For HTML text and for quoted attributes. */
export function escapeHtml(text: string): string {
  const first = text.search(SPECIAL);
  if (first < 0) return text;
  let escaped = '';
  let from = 0;
  for (let at = first; at < text.length; at += 1) {
    const entity = entityOf(text.charCodeAt(at));
    if (entity === '') continue;
    escaped += text.slice(from, at) + entity;
    from = at + 1;
  }
  return escaped + text.slice(from);
}

function entityOf(character: number): string {
  switch (character) {
    case 0x22:
      return '&quot;';
    case 0x26:
      return '&amp;';
    case 0x27:
      return '&#39;';
    case 0x3c:
      return '&lt;';
    case 0x3e:
      return '&gt;';
    default:
      return '';
  }
}

/** Like `escapeHtml`; line breaks of the value are kept. */
export function escapeLines(text: string): string {
  const escaped = escapeHtml(text);
  return escaped.includes('\n') || escaped.includes('\r') ? escaped.replace(LINE_BREAK, '<br/>') : escaped;
}

/** Removes control characters except tab and line breaks: no mail client shows them, and XML and jsonb reject them. */
export function withoutControls(text: string): string {
  return CONTROL.test(text) ? text.replace(EVERY_CONTROL, '') : text;
}

/** Whether `withoutControls` would change the text. */
export function hasControls(text: string): boolean {
  return CONTROL.test(text);
}

/** Whether `withoutControls` removes a character, by its UTF-16 code. */
export function isControl(code: number): boolean {
  return code === 0x7f || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d);
}

/** One line, for the subject and other header fields. */
export function oneLine(text: string): string {
  return HEADER_BREAK.test(text) ? text.replace(EVERY_HEADER_BREAK, ' ') : text;
}
