/** Links made of constants and values: their scheme is http, https, mailto or tel, whatever a value holds. */

export type LinkKind = 'href' | 'src';

const SCHEMES = { href: /^(?:https?:\/\/[^/?#]|mailto:|tel:)/i, src: /^https:\/\/[^/?#]/i } as const;
/** What browsers pass over inside and around a URL, so that `java\tscript:` reads as a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const IGNORED = /[\u0000-\u001f\u007f-\u009f]/g;
const ODD = /[^\u0021\u0023-\u003b\u003d\u003f-\u005b\u005d\u005f\u0061-\u007a\u007e]/;
const EVERY_UNSAFE = /[\s"<>\\^`{|}]/gu;
/** Where the authority (host and port) begins and has not ended: nothing after `://` but host characters. */
const IN_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i;

const BEGINNINGS = { href: /^(?:https?:\/\/|mailto:|tel:)/i, src: /^https:\/\//i } as const;

/** Whether what a template writes at the start of a link can be one; `whole`: nothing follows it. */
export function mayBegin(start: string, whole: boolean, kind: LinkKind): boolean {
  return BEGINNINGS[kind].test(start) && (!whole || (URL.canParse(start) && SCHEMES[kind].test(start)));
}

/** The composed link, or null when its scheme is not one of those allowed: then there is no link at all. */
export function safeLink(composed: string, kind: LinkKind): string | null {
  if (!ODD.test(composed)) return SCHEMES[kind].test(composed) ? composed : null;
  const url = composed
    .replace(IGNORED, '')
    .trim()
    .replace(EVERY_UNSAFE, (character) => encodeURIComponent(character));
  return SCHEMES[kind].test(url) ? url : null;
}

/**
 * A value as it joins the link written so far. At the very start it is the link, or its beginning, and stays as it
 * is; in host, query and fragment it can only be a piece of them; in the path its slashes stay.
 */
export function joinLink(before: string, value: string): string {
  if (before === '') return value;
  const wellFormed = value.toWellFormed();
  if (IN_AUTHORITY.test(before)) return encodeURIComponent(wellFormed).replaceAll('%3A', ':');
  if (before.includes('?') || before.includes('#')) return encodeURIComponent(wellFormed);
  return encodeURI(wellFormed).replaceAll('?', '%3F').replaceAll('#', '%23');
}
