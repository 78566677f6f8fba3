/** The fields of an attribute definition (docs/rules.md#attribute-definitions). */
import { z } from 'zod';
import { AttributeType } from '../../prisma/generated/client.ts';
import { attributeKeyPattern } from '../ground/input/attribute-key.ts';
import { composed, isStorable } from '../ground/input/composed-text.ts';
import { isReservedName, reservedName } from '../ground/input/reserved-names.ts';

const nameMaxLength = 128;

const name = z
  .string()
  .max(nameMaxLength, `must have at most ${nameMaxLength} characters`)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isStorable, 'must be text without NUL or broken characters')
  .transform(composed);

export const definitionCreate = z.object({
  key: z
    .string()
    .regex(attributeKeyPattern, 'must be 1 to 64 lower-case letters, digits or "_"')
    .refine((key) => !isReservedName(key), reservedName),
  name,
  type: z.enum(AttributeType),
  required: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});

export const definitionUpdate = z.object({ name });
