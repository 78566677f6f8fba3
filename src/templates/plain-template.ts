import type { Steps } from '../ground/steps.ts';

/**
 * Converts a template to the form that jsonb returns: plain objects, no undefined values. One step for each language.
 */
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
