/** The fields of a workspace (docs/rules.md#workspace-fields). */
import { z } from 'zod';
import { composed, isStorable } from '../ground/input/composed-text.ts';
import { languageTag, timezone } from '../ground/input/input.ts';
import { reference } from '../ground/input/references.ts';

const nameMaxLength = 128;
const localeMaxLength = 16;

const name = z
  .string()
  .min(1, 'must not be empty')
  .max(nameMaxLength, `must have at most ${nameMaxLength} characters`)
  .refine(isStorable, 'must be text without NUL or broken characters')
  .refine((text) => text.trim() !== '', 'must not be blank')
  // Recipients see the name; an address in it would reveal a person to others.
  .refine((text) => !isAddress(text.trim()), 'cannot be an email address')
  .transform(composed);

/** Whether text has the form `x@y.z`, without blanks. No pattern: patterns for this form backtrack. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at !== -1 && word.lastIndexOf('.', word.length - 2) > at + 1 && !/\s/.test(word);
}

export const workspaceCreate = z.object({
  name,
  reference,
  timezone: timezone.nullish().transform((value) => value ?? 'UTC'),
  locale: languageTag(localeMaxLength)
    .nullish()
    .transform((value) => value ?? 'en'),
});

export const workspaceUpdate = z.object({
  name: name.optional(),
  reference: reference.optional(),
  timezone: timezone.optional(),
  locale: languageTag(localeMaxLength).optional(),
});
