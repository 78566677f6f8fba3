const languages = new Intl.DisplayNames(['en'], { type: 'language' });

/** Such as `German (de)`; a tag that is none, as a faulty file may have, is shown as it is written. */
export function languageOf(tag) {
  try {
    return `${languages.of(tag)} (${tag})`;
  } catch {
    return tag;
  }
}
