/** Names of tags (docs/rules.md#tag-names). */
import { z } from 'zod';
import { isStorable } from '../ground/input/composed-text.ts';

/** Names in one list. */
const tagsMax = 50;
/** Tags of a contact: a page of contacts shows the tags of each. */
export const contactTagsMax = 200;
/** UTF-16 units of a name and of its key; also of the key in a list filter (docs/rules.md#list-filters). */
export const tagMaxLength = 64;

export interface TagName {
  /** As the caller wrote the name, without outer blanks. */
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

/** At most 50 names; of several spellings of one tag the first counts. */
export const tagNames = z
  // The names are counted before one is read.
  .array(z.unknown())
  .max(tagsMax, `must have at most ${tagsMax} tags`)
  .pipe(z.array(tagName))
  .transform((names): readonly TagName[] => distinctTags(names));

export const tagsAdd = z.object({ tags: z.array(z.unknown()).min(1, 'must have at least one tag').pipe(tagNames) });

/** Returns each tag once, in the order and spelling of its first name. */
export function distinctTags(names: readonly TagName[]): readonly TagName[] {
  const distinct = new Map<string, TagName>();
  for (const tag of names) if (!distinct.has(tag.folded)) distinct.set(tag.folded, tag);
  return [...distinct.values()];
}

/**
 * Returns the form in which names are compared: NFC, in JavaScript's lower case, which knows no locale
 * (docs/rules.md#composed-text). Only this function computes the form, never SQL: the lower case of PostgreSQL depends
 * on the locale of the database.
 */
export function foldTagName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().normalize('NFC');
}
