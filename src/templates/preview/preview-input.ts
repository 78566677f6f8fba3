/** The input of a preview (docs/rules.md#preview). */
import { z } from 'zod';
import { MAX_LOCALE } from '../../../emails/index.ts';
import { payload } from '../../event-types/payload-size.ts';
import { emailAddress } from '../../ground/addresses/email-address.ts';
import { isRecord, languageTag, timezone } from '../../ground/input/input.ts';

/** The largest version number that the database can hold. */
const maxVersion = 2 ** 31 - 1;

export const previewInput = z
  .object({
    version: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(maxVersion, 'is no saved version')
      .nullish(),
    draft: z.unknown().optional(),
    draftId: z.string().nullish(),
    locale: languageTag(MAX_LOCALE).nullish(),
    timezone: timezone.nullish(),
    payload: payload.nullish(),
    example: z.string().nullish(),
    contact: z
      .object({
        email: emailAddress.nullish(),
        // z.record would drop the key `__proto__`.
        attributes: z.custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object').nullish(),
      })
      .nullish(),
  })
  .refine(({ version, draft }) => (version ?? null) === null || (draft ?? null) === null, {
    path: ['version'],
    error: 'must not be sent together with draft',
  })
  .refine(({ version, draft, draftId }) => (draftId ?? null) === null || ((version ?? null) === null && !draft), {
    path: ['draftId'],
    error: 'must not be sent together with version or draft',
  })
  .refine(({ payload: given, example }) => (given ?? null) === null || (example ?? null) === null, {
    path: ['example'],
    error: 'must not be sent together with payload',
  });

export type PreviewInput = z.output<typeof previewInput>;
