/** What a template may be given, beside its content (contract, Template save body); emails/ checks the content. */
import { z } from 'zod';
import { emailAddress, languageTag } from '../input.ts';

const displayNameMaxLength = 255;
const replyToMaxLength = 320;
const localeMaxLength = 35;
/** RFC 5321, section 4.5.3.1.1. */
const localPartMaxLength = 64;
/** A dot-atom of RFC 5322 without braces: a merge tag has no place in a sender. */
const localPartPattern = /^[A-Za-z0-9!#$%&'*+/=?^_`|~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`|~-]+)*$/;

/** PostgreSQL keeps neither in text nor in jsonb what is not well-formed Unicode, nor NUL. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

const storable = 'holds characters that cannot be stored';
/** Header fields must stay on their line. */
const oneLine = z
  .string()
  .refine(isStorable, storable)
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold line breaks or control characters');

const jsonObject = z.record(z.string(), z.unknown(), 'must be an object').refine(isStorable, storable);

const replyTo = oneLine
  .max(replyToMaxLength, `must have at most ${replyToMaxLength} characters`)
  // With a merge tag it is an address only once it is rendered.
  .refine((text) => text.includes('{{') || emailAddress.safeParse(text).success, 'must be an email address');

/** The fields of a save, of a draft too. */
export const templateContent = z.object({
  subject: oneLine.min(1, 'must not be empty'),
  fromLocalPart: z
    .string()
    .max(localPartMaxLength, `must have at most ${localPartMaxLength} characters`)
    .regex(localPartPattern, 'must be the part of an email address before the @'),
  displayName: oneLine
    .max(displayNameMaxLength, `must have at most ${displayNameMaxLength} characters`)
    .nullish()
    .transform((value) => value ?? null),
  replyTo: replyTo.nullish().transform((value) => value ?? null),
  locale: languageTag(localeMaxLength)
    .nullish()
    .transform((value) => value ?? 'en'),
  composition: jsonObject,
  translations: jsonObject.nullish().transform((value) => value ?? {}),
});

export const templateSave = templateContent.extend({
  baseVersion: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .nullish()
    .transform((value) => value ?? null),
  acceptOutdated: z
    .boolean('must be true or false')
    .nullish()
    .transform((value) => value ?? false),
});

export type TemplateInput = z.output<typeof templateContent>;
