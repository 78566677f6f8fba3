/** Language tags: whether a tag is well formed, and the direction of its script. */

/** Characters of a template's locale (docs/rules.md#template-fields). */
export const MAX_LOCALE = 35;

const TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

export function isLocale(tag: string): boolean {
  if (tag.length > MAX_LOCALE || !TAG.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The direction of a script. */
export type Direction = 'ltr' | 'rtl';

export function directionOf(locale: string): Direction {
  const { script = '' } = new Intl.Locale(locale).maximize();
  return RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}
