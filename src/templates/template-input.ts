/**
 * The fields of a template save beside its content (docs/rules.md#template-fields); emails/check/check-template.ts
 * checks the content.
 */
import { z } from 'zod';
import { isStorable } from '../ground/input/composed-text.ts';
import { hasReservedKey, reservedName, reservedPaths } from '../ground/input/reserved-names.ts';

/** RFC 5321, section 4.5.3.1.1. */
const localPartMaxLength = 64;
/** A dot-atom of RFC 5322 without braces, because a sender takes no merge tag. */
const localPartPattern = /^[A-Za-z0-9!#$%&'*+/=?^_`|~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`|~-]+)*$/;
/** Levels of JSON, about eight for each nested block; more than the composition's own limits allow. */
const maxDepth = 200;

/** JSON that the database can store; faults under the path of each value that it cannot. */
export const storableJson = z
  .unknown()
  .optional()
  .superRefine((value, context) => {
    const path = firstUnstorable(value, []);
    if (path)
      context.addIssue({ code: 'custom', path, message: 'holds characters that cannot be stored, or nests too deep' });
    // The check of the content does not see the key `__proto__`, and rejects the other reserved names where it knows
    // all keys.
    for (const reserved of path || !hasReservedKey(JSON.stringify(value)) ? [] : reservedPaths(value)) {
      if (reserved.at(-1) === '__proto__')
        context.addIssue({ code: 'custom', path: [...reserved], message: reservedName });
    }
  });

/** The stored fields of a save. `locale` is `en` when left out. */
const templateContent = z.object({
  subject: storableJson,
  fromLocalPart: z
    .string()
    .max(localPartMaxLength, `must have at most ${localPartMaxLength} characters`)
    .regex(localPartPattern, 'must be the part of an email address before the @'),
  displayName: storableJson,
  replyTo: storableJson,
  locale: storableJson.transform((value) => value ?? 'en'),
  composition: storableJson,
  translations: storableJson,
});

/** The fields that emails/check/check-template.ts checks. */
export const contentKeys = ['subject', 'displayName', 'replyTo', 'locale', 'composition', 'translations'] as const;

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

/** `path` is changed in place: a copy for each value would cost more than the values. */
function firstUnstorable(value: unknown, path: string[]): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [...path];
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= maxDepth) return [...path];
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return [...path];
    path.push(key);
    const found = firstUnstorable(inner, path);
    if (found) return found;
    path.pop();
  }
  return null;
}
