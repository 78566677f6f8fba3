/**
 * Isolates values that run against the direction of the mail (docs/rules.md#text-direction): an Arabic name in an
 * English mail, an address in a Hebrew one. An isolated value moves no punctuation and no number beside it, and an
 * override in the value ends with the value. Uses `dir` on a span, since Gmail and Outlook drop `<bdi>`. Only in HTML:
 * plain text would need invisible characters, which people would copy with a code or an address.
 */
import type { Direction } from '../document/locales.ts';

const RIGHT_TO_LEFT = '\\u0590-\\u08ff\\u200f\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
/** Embeddings, overrides and isolates, which a value may leave open. */
const CONTROLS = '\\u202a-\\u202e\\u2066-\\u2069';
const RUNS_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u');
const TURNS_LEFT = new RegExp(`[${RIGHT_TO_LEFT}${CONTROLS}]`, 'u');
const TURNS_RIGHT = new RegExp(`[^\\P{L}${RIGHT_TO_LEFT}]|[${CONTROLS}\\u200e]`, 'u');
/** The character that decides the direction of a text: its first letter, or a direction mark. */
const STRONG = /[\p{L}\u200e\u200f\u061c]/u;
const DIGITS_ALONE = /^[0-9]*$/;

/**
 * Returns the direction in which to write a value among words that run `beside`; null when the value needs no
 * isolation. A value without letters, such as a telephone number, runs from left to right, unless it was `formatted` in
 * the mail's language.
 */
export function isolation(value: string, beside: Direction, formatted: boolean): Direction | null {
  if (beside === 'ltr') return TURNS_LEFT.test(value) ? (directionOf(value) ?? 'ltr') : null;
  if (TURNS_RIGHT.test(value)) return directionOf(value) ?? 'ltr';
  return formatted || DIGITS_ALONE.test(value) || directionOf(value) === 'rtl' ? null : 'ltr';
}

/**
 * Returns a subject that a list of mails shows in the direction of its language. Lists take the direction of a line from
 * its first letter, which may be that of a name; a mark in front is read before it.
 */
export function inDirection(subject: string, direction: Direction): string {
  const needsMark = direction === 'rtl' && RUNS_LEFT.test(subject) && directionOf(subject) === 'ltr';
  return needsMark ? `\u200f${subject}` : subject;
}

function directionOf(value: string): Direction | null {
  const strong = STRONG.exec(value);
  if (strong === null) return null;
  return RUNS_LEFT.test(strong[0]) ? 'rtl' : 'ltr';
}
