/**
 * Chooses the language of one message by RFC 4647 lookup (docs/rules.md#locale-choice): each wanted tag in turn,
 * shortened from its end until a language is available; else the template's own. The template's own counts as
 * available. Old codes are the new ones (`iw` is `he`), and a reader of one script gets another only where the language
 * has no text in that script.
 *
 * @param wanted Language tags in order of preference; null and malformed tags are skipped.
 * @param available The locales of the translations; the result has their spelling.
 */
export function chooseLocale(wanted: readonly (string | null)[], available: readonly string[], own: string): string {
  const bySpelling = new Map(available.map((locale) => [normal(locale), locale]));
  if (!bySpelling.has(normal(own))) bySpelling.set(normal(own), own);
  for (const tag of wanted) {
    if (tag === null) continue;
    const found = lookUp(normal(tag), bySpelling);
    if (found !== null) return found;
  }
  return own;
}

function lookUp(tag: string, bySpelling: ReadonlyMap<string, string>): string | null {
  const exact = bySpelling.get(tag);
  if (exact !== undefined) return exact;
  const script = scriptOf(tag);
  const sameScript = () =>
    [...bySpelling.keys()].find((known) => languageOf(known) === languageOf(tag) && scriptOf(known) === script);
  for (let range = shortened(tag); range !== ''; range = shortened(range)) {
    if (!bySpelling.has(range)) continue;
    const reads = script === null || scriptOf(range) === script ? range : (sameScript() ?? range);
    return bySpelling.get(reads) ?? null;
  }
  // Regions write Chinese in two scripts, and a text for another region of the same script is read by all.
  const other = languageOf(tag) === 'zh' ? sameScript() : undefined;
  return other === undefined ? null : (bySpelling.get(other) ?? null);
}

/** Norwegian is Bokmål where nothing else is said; the registry has no such line. */
const sameLanguage: Readonly<Record<string, string>> = { no: 'nb' };

/** State of the process. Tags in their canonical spelling, by tag as written: some microseconds each, for every mail. */
const canonical = new Map<string, string>();
const canonicalKept = 1_000;

function normal(tag: string): string {
  const known = canonical.get(tag);
  if (known !== undefined) return known;
  const made = canonicalOf(tag.trim().replaceAll('_', '-').toLowerCase());
  if (canonical.size >= canonicalKept) canonical.clear();
  canonical.set(tag, made);
  return made;
}

/** `iw` is `he`, `in` is `id`, `ji` is `yi`, as the registry of language tags has it; a malformed tag stays. */
function canonicalOf(tag: string): string {
  try {
    const [known = tag] = Intl.getCanonicalLocales(tag);
    const [language = '', ...rest] = known.toLowerCase().split('-');
    return [sameLanguage[language] ?? language, ...rest].join('-');
  } catch {
    return tag;
  }
}

const languageOf = (tag: string) => tag.split('-', 1)[0] ?? '';

/** The script in which a tag is read, said or likely; null for a malformed tag. */
function scriptOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).maximize().script ?? null;
  } catch {
    return null;
  }
}

/** Without the last subtag, and without a single letter that would then be last (RFC 4647, 3.4). */
function shortened(range: string): string {
  const subtags = range.split('-').slice(0, -1);
  if (subtags.at(-1)?.length === 1) subtags.pop();
  return subtags.join('-');
}
