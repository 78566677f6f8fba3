import { LRUCache } from 'lru-cache';
import type { Selector } from './choices.ts';

/** Rules of languages in the cache, which are expensive to make. */
const RULES_KEPT = 200;
// State of the process: the rules of a language are the same for everybody.
const rules = new LRUCache<string, Intl.PluralRules>({ max: RULES_KEPT });

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns the branch of a value (docs/rules.md#plurals-and-choices); `other` for one that no branch is for. */
export function chosenKey({ by, keys }: Pick<Selector, 'by' | 'keys'>, value: string, locale: string): string {
  const text = value.trim();
  if (by === 'select') return keys.includes(text) ? text : 'other';
  if (!NUMBER.test(text)) return 'other';
  const number = Number(text);
  const exact = keys.find((key) => key.startsWith('=') && Number(key.slice(1)) === number);
  if (exact !== undefined) return exact;
  const category = rulesOf(locale, by).select(number);
  return keys.includes(category) ? category : 'other';
}

/** Numbers that mails have: some languages have a form for millions, which few texts need. */
const USUAL = Array.from({ length: 201 }, (_none, number) => number);

/** The forms that a language has for usual numbers, but for `other`, which every text has. */
export function usualCategories(locale: string, by: 'plural' | 'ordinal'): readonly string[] {
  const rules = rulesOf(locale, by);
  return [...new Set(USUAL.map((number) => rules.select(number)))].filter((category) => category !== 'other').sort();
}

function rulesOf(locale: string, by: 'plural' | 'ordinal'): Intl.PluralRules {
  const key = `${locale}|${by}`;
  const known = rules.get(key);
  if (known !== undefined) return known;
  const made = new Intl.PluralRules(locale, { type: by === 'ordinal' ? 'ordinal' : 'cardinal' });
  rules.set(key, made);
  return made;
}
