/** The fields of an attribute definition (docs/rules.md#attribute-definitions). */
import { z } from 'zod';
import { AttributeType } from '../../prisma/generated/client.ts';
import { composed, isStorable } from '../ground/input.ts';
import { isReservedName, reservedName } from '../ground/reserved-names.ts';

const nameMaxLength = 128;

/** The key of a definition, as contacts and templates write it. */
export const definitionKeyPattern = /^[a-z0-9_]{1,64}$/;

const name = z
  .string()
  .max(nameMaxLength, `must have at most ${nameMaxLength} characters`)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isStorable, 'must be text without NUL or broken characters')
  .transform(composed);

export const definitionCreate = z.object({
  key: z
    .string()
    .regex(definitionKeyPattern, 'must be 1 to 64 lower-case letters, digits or "_"')
    .refine((key) => !isReservedName(key), reservedName),
  name,
  type: z.enum(AttributeType),
  required: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});

export const definitionUpdate = z.object({ name });
