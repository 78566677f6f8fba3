/**
 * Chooses the language of one message by RFC 4647 lookup (docs/rules.md#locale-choice): each wanted tag in turn,
 * shortened from its end until a language is available; else the template's own. The template's own counts as
 * available.
 *
 * @param wanted Language tags in order of preference; null and malformed tags are skipped.
 * @param available The locales of the translations; the result has their spelling.
 */
export function chooseLocale(wanted: readonly (string | null)[], available: readonly string[], own: string): string {
  const bySpelling = new Map(available.map((locale) => [normal(locale), locale]));
  if (!bySpelling.has(normal(own))) bySpelling.set(normal(own), own);
  for (const tag of wanted) {
    if (tag === null) continue;
    for (let range = normal(tag); range !== ''; range = shortened(range)) {
      const found = bySpelling.get(range);
      if (found !== undefined) return found;
    }
  }
  return own;
}

function normal(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase();
}

/** Without the last subtag, and without a single letter that would then be last (RFC 4647, 3.4). */
function shortened(range: string): string {
  const subtags = range.split('-').slice(0, -1);
  if (subtags.at(-1)?.length === 1) subtags.pop();
  return subtags.join('-');
}
