/** The person to erase (docs/rules.md#erasure). */
import { z } from 'zod';
import { emailAddress } from '../ground/addresses/email-address.ts';
import { contactPathFault, contactPathPattern } from '../ground/input/references.ts';

export const erasureInput = z
  .object({
    contact: z.string().regex(contactPathPattern, contactPathFault).nullish(),
    email: emailAddress.nullish(),
  })
  .refine(({ contact, email }) => (contact == null) !== (email == null), {
    path: ['contact'],
    message: 'exactly one of contact and email must be given',
  });
