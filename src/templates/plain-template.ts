import type { Steps } from '../steps.ts';

/** A template as it comes back from jsonb: plain objects, nothing undefined. A step for each language. */
export function* plainTemplate({ translations, ...others }: Readonly<Record<string, unknown>>): Steps<unknown> {
  const plain = plainJson(others) as object;
  yield;
  if (translations === undefined) return plain;
  if (typeof translations !== 'object' || translations === null || Array.isArray(translations)) {
    return { ...plain, translations: plainJson(translations) };
  }
  const languages: [string, unknown][] = [];
  for (const [locale, texts] of Object.entries(translations)) {
    if (texts !== undefined) languages.push([locale, plainJson(texts)]);
    yield;
  }
  return { ...plain, translations: Object.fromEntries(languages) };
}

function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
