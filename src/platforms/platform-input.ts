/**
 * The operator's input for a platform and its keys (docs/rules.md#workspace-ceiling, docs/rules.md#request-limit,
 * docs/rules.md#api-keys).
 */
import { z } from 'zod';
import { ApiKeyScope } from '../../prisma/generated/enums.ts';
import { composed, isStorable } from '../ground/input/composed-text.ts';
import { timestamp } from '../ground/input/input.ts';

const nameMaxLength = 128;
/** The largest number that the columns hold. */
const integerMax = 2_147_483_647;

const label = z
  .string()
  .max(nameMaxLength, `must have at most ${nameMaxLength} characters`)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isStorable, 'must be text without NUL or broken characters')
  .transform(composed);

export const platformCreate = z.object({ name: label });

export const platformUpdate = z.object({ platformId: z.string(), name: label });

export const apiKeyCreate = (now: Date) =>
  z.object({
    platformId: z.string().nullish(),
    name: label,
    scopes: z.array(z.enum(ApiKeyScope)).min(1, 'must name at least one scope').nullish(),
    workspace: z.string().nullish(),
    expiresAt: timestamp.refine((time) => time > now, 'must be in the future').nullish(),
  });

/** `expiresAt: null` removes the expiry. */
export const apiKeyUpdate = (now: Date) =>
  z.object({
    id: z.string(),
    name: label.nullish(),
    expiresAt: timestamp.refine((time) => time > now, 'must be in the future; apiKeyRevoke ends a key now').nullish(),
  });

export const workspaceCeilingSet = z.object({
  platformId: z.string(),
  ceiling: z.int().min(0, 'must not be negative').max(integerMax).nullish(),
});

export const requestLimitSet = z.object({
  platformId: z.string(),
  perMinute: z.int().min(1, 'must be at least 1').max(integerMax).nullish(),
});
