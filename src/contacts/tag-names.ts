/** Names of tags. Two names are one tag when they are equal without case and outer blanks (decisions, section 12). */
import { z } from 'zod';
import { isStorable } from '../input.ts';

/** Names in one list (contract, Limits). */
const tagsMax = 50;
/** UTF-16 units of a name and of its key; the list filter takes no longer key (contract, Limits). */
export const tagMaxLength = 64;

export interface TagName {
  /** As the caller wrote it, without outer blanks. */
  readonly name: string;
  /** Equal for names of one tag. */
  readonly folded: string;
}

const tagName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(tagMaxLength, { error: `must have at most ${tagMaxLength} characters`, abort: true })
  .refine(isStorable, { error: 'must be text without NUL or broken characters', abort: true })
  .transform((name): TagName => ({ name, folded: foldTagName(name) }));

/** At most 50 names; of those that are one tag the first counts. */
export const tagNames = z
  // Counted before any of them is looked at.
  .array(z.unknown())
  .max(tagsMax, `must have at most ${tagsMax} tags`)
  .pipe(z.array(tagName))
  .transform((names): readonly TagName[] => distinctTags(names));

export const tagsAdd = z.object({ tags: z.array(z.unknown()).min(1, 'must have at least one tag').pipe(tagNames) });

/** Without repetitions, in the order of the first spellings. */
export function distinctTags(names: readonly TagName[]): readonly TagName[] {
  const distinct = new Map<string, TagName>();
  for (const tag of names) if (!distinct.has(tag.folded)) distinct.set(tag.folded, tag);
  return [...distinct.values()];
}

/**
 * The form in which names are compared: NFC, in JavaScript's lower case, which knows no locale. Only this function
 * computes the form, never SQL: the lower case of PostgreSQL depends on the locale of the database.
 */
export function foldTagName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().normalize('NFC');
}
