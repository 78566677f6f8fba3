/** Texts of people: which can be stored, in which form, and how long (docs/rules.md#composed-text). */
import { z } from 'zod';
import './zod-words.ts';

/** Whether PostgreSQL can store `text` unchanged: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The form in which texts of people are kept and compared (docs/rules.md#composed-text): macOS and some keyboards write
 * `é` as two characters, which look like the one of all others.
 */
export function composed(text: string): string {
  return text.normalize('NFC');
}

/** At most `max` characters. The other checks of a longer text are skipped, since they may take long. */
export function textOf(max: number) {
  return z.string().max(max, { error: `must have at most ${max} characters`, abort: true });
}
