/**
 * The phrases of a Japanese heading (docs/rules.md#phrases-of-headings): Japanese has no spaces, so a line breaks between any two
 * letters, and large words such as サインイン fall apart. A phrase ends where hiragana, its particles and endings, is followed
 * by another script, or before a long word of hiragana; お and ご belong to the word behind them.
 */
const BETWEEN =
  /(?<=[\p{sc=Hiragana}、。！？：」』）])(?<!(?:^|[^\p{sc=Han}])[おご])(?=[おご]?[\p{sc=Han}\p{sc=Katakana}「『（])|(?<=[\p{sc=Han}\p{sc=Hiragana}])(?=ありがとう|ございま|ください|ようこそ|できま)/u;

export interface Phrase {
  readonly text: string;
  /** Whether a line should not break within it. */
  readonly isWhole: boolean;
}

/** Returns the phrases of a text between two tags; a particle at its beginning stays with the value before it. */
export function phrasesOf(text: string): readonly Phrase[] {
  return text
    .replaceAll(/ (?=\p{sc=Hiragana})/gu, '\u00a0')
    .split(BETWEEN)
    .map((phrase) => ({
      text: phrase,
      isWhole: /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\d、。！？：「」『』（）]{2,}$/u.test(phrase),
    }));
}

const BRACKETS = { opens: /[「『（]$/u, closes: /^[」』）]/u } as const;

/** The bracket of a text on the side of the value beside it; empty: it has none there. */
export function bracketOf(beside: unknown, side: keyof typeof BRACKETS): string {
  return typeof beside === 'string' ? (BRACKETS[side].exec(beside)?.[0] ?? '') : '';
}

/** A text without those. */
export function withoutBrackets(text: string, values: { readonly before: unknown; readonly after: unknown }): string {
  const opened = values.after === undefined ? text : text.replace(BRACKETS.opens, '');
  return values.before === undefined ? opened : opened.replace(BRACKETS.closes, '');
}

export function isJapanese(locale: string): boolean {
  return /^ja(?:-|$)/i.test(locale);
}
