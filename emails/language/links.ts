/**
 * Links made of constants and values (docs/rules.md#links): the scheme is http, https, mailto or tel, and that of an image
 * https or cid, whatever a value holds. An address of a picture on localhost may be http, in every run: the service
 * of a local run has no other.
 */

export type LinkKind = 'href' | 'src';

const SCHEMES = {
  href: /^(?:https?:\/\/[^/?#]|mailto:|tel:)/i,
  src: /^(?:https:\/\/[^/?#]|cid:[a-z\d]|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/pictures\/[0-9a-f]{64}\.[a-z]{3,4}$)/i,
} as const;
/** Characters that browsers ignore inside and around a URL; without them `java\tscript:` reads as a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const IGNORED = /[\u0000-\u001f\u007f-\u009f]/g;
const ODD = /[^\u0021\u0023-\u003b\u003d\u003f-\u005b\u005d\u005f\u0061-\u007a\u007e]/;
const EVERY_UNSAFE = /[\s"<>\\^`{|}]/gu;
const AUTHORITY_BEGINS = /^[a-z][a-z0-9+.-]{0,30}:\/\//i;

const BEGINNINGS = {
  href: /^(?:https?:\/\/|mailto:|tel:)/i,
  src: /^(?:https:\/\/|cid:|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/pictures\/)/i,
} as const;

/** Whether a link may begin with this constant; `whole`: nothing follows it. */
export function mayBegin(start: string, whole: boolean, kind: LinkKind): boolean {
  return BEGINNINGS[kind].test(start) && (!whole || (URL.canParse(start) && SCHEMES[kind].test(start)));
}

/** Returns the link, or null when its scheme is not allowed: then there is no link at all. */
export function safeLink(composed: string, kind: LinkKind): string | null {
  if (!ODD.test(composed)) return SCHEMES[kind].test(composed) ? composed : null;
  const url = composed
    .replace(IGNORED, '')
    .trim()
    .replace(EVERY_UNSAFE, (character) => encodeURIComponent(character));
  return SCHEMES[kind].test(url) ? url : null;
}

const BRACKETS = /[()]/g;

/**
 * The link as it stands in plain text. Mail apps find its end by themselves: they leave a full stop at the end to the
 * sentence, and a bracket without its partner to the words around the link.
 */
export function unbrokenLink(url: string): string {
  let at = url.length;
  while (at > 0 && ENDS_SENTENCE.includes(url.charAt(at - 1))) at -= 1;
  const written = url.slice(0, at) + Array.from(url.slice(at), percent).join('');
  return written.includes('(') || written.includes(')') ? withPairedBrackets(written) : written;
}

const ENDS_SENTENCE = ".,;:!?'*_~";

function withPairedBrackets(url: string): string {
  let open = 0;
  for (const [bracket] of url.matchAll(BRACKETS)) {
    open += bracket === '(' ? 1 : -1;
    if (open < 0) break;
  }
  return open === 0 ? url : url.replace(BRACKETS, percent);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

const ENDS_AUTHORITY = /[/?#]/;
const BEGINS_QUERY = /[?#]/;

type UrlPart = 'start' | 'scheme' | 'authority' | 'path' | 'query';

/**
 * Builds a link from constants and values. A value at the very start is the link, or its beginning, and stays
 * unchanged. In host, query and fragment a value is encoded completely; in the path its slashes stay. Each character is
 * read once, however many parts there are.
 */
export class JoinedLink {
  text = '';
  private place: UrlPart = 'start';

  addConstant(constant: string): void {
    this.add(constant);
  }

  addValue(value: string): void {
    this.add(this.place === 'start' ? value : encoded(value.toWellFormed(), this.place));
  }

  private add(piece: string): void {
    if (piece === '') return;
    const start = this.text.length;
    let from = start;
    this.text += piece;
    if (this.place === 'start' || this.place === 'scheme') {
      const begins = AUTHORITY_BEGINS.exec(this.text.slice(0, LONGEST_BEGINNING));
      if (begins !== null) this.place = 'authority';
      else this.place = this.text.length < LONGEST_BEGINNING ? 'scheme' : 'path';
      from = Math.max(start, begins?.[0].length ?? 0);
    }
    if (this.place === 'query') return;
    const added = from === start ? piece : piece.slice(from - start);
    if (this.place === 'authority' && ENDS_AUTHORITY.test(added)) this.place = 'path';
    if (BEGINS_QUERY.test(added)) this.place = 'query';
  }
}

/** Characters of a scheme with its `://`, at most. */
const LONGEST_BEGINNING = 34;

function encoded(value: string, place: Exclude<UrlPart, 'start'>): string {
  switch (place) {
    case 'authority':
      return encodeURIComponent(value).replaceAll('%3A', ':');
    case 'query':
      return encodeURIComponent(value);
    case 'scheme':
    case 'path':
      return encodeURI(value).replaceAll('?', '%3F').replaceAll('#', '%23');
  }
}
