/** What the operator may say of a platform and its keys (decisions, section 11). */
import { z } from 'zod';
import { isStorable, timestamp } from '../input.ts';

const nameMaxLength = 128;
/** The largest number that the columns hold. */
const integerMax = 2_147_483_647;

const label = z
  .string()
  .max(nameMaxLength, `must have at most ${nameMaxLength} characters`)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isStorable, 'must be text without NUL or broken characters');

export const platformCreate = z.object({ name: label });

export const apiKeyCreate = z.object({ platformId: z.string(), name: label, expiresAt: timestamp.nullish() });

export const workspaceCeilingSet = z.object({
  platformId: z.string(),
  ceiling: z.int().min(0, 'must not be negative').max(integerMax).nullish(),
});

export const requestLimitSet = z.object({
  platformId: z.string(),
  perMinute: z.int().min(1, 'must be at least 1').max(integerMax).nullish(),
});
