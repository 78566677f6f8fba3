const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The name of a language tag in English; empty where the browser knows none. */
export function languageName(locale: string): string {
  try {
    const name = names.of(locale) ?? '';
    return name === locale ? '' : name;
  } catch {
    // A tag that is being typed is not well-formed.
    return '';
  }
}
