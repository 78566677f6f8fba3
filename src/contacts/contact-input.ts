/**
 * The fields of an upsert (docs/rules.md#contact-fields). All faults of a contact are found at once. What an
 * address is, and when two are one, is the same everywhere: src/ground/input/input.ts and src/ground/addresses/equal-addresses.ts.
 */
import { z } from 'zod';
import { emailAddress } from '../ground/addresses/email-address.ts';
import { type FieldErrors, invalid } from '../ground/errors/errors.ts';
import { faultsOf, isRecord, languageTag, timestamp } from '../ground/input/input.ts';
import { tagNames } from './tag-names.ts';

const localeMaxLength = 35;

const contactFields = z.strictObject({
  email: emailAddress.optional(),
  attributes: z.custom<object>(isRecord, 'must be an object').optional(),
  tags: tagNames.optional(),
  locale: languageTag(localeMaxLength).nullish(),
  marketing: z.strictObject({ state: z.enum(['subscribed', 'unsubscribed']), at: timestamp }).optional(),
  pixelConsentAt: timestamp.nullish(),
});

type ContactFields = Omit<z.infer<typeof contactFields>, 'attributes'>;
export type Marketing = NonNullable<ContactFields['marketing']>;

/** One contact of a request, parsed but not yet checked against stored contacts. */
export interface ContactWish {
  readonly fields: ContactFields;
  /** Checked against the definitions in the transaction. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly emailGiven: boolean;
  readonly faults: FieldErrors;
}

/** Parses `input`; keeps its faults, so that later faults can be reported with them. */
export function readContactWish(input: unknown, now: Date): ContactWish {
  if (!isRecord(input)) return { fields: {}, attributes: {}, emailGiven: false, faults: { '': ['must be an object'] } };
  const parsed = contactFields.safeParse(input);
  const { attributes: _attributes, ...fields } = parsed.data ?? {};
  return {
    fields,
    attributes: isRecord(input.attributes) ? input.attributes : {},
    emailGiven: input.email !== undefined,
    faults: {
      ...(parsed.success ? {} : faultsOf(parsed.error)),
      ...futureFaults(contactFields.shape.marketing.safeParse(input.marketing).data, now),
    },
  };
}

function futureFaults(marketing: Marketing | undefined, now: Date): FieldErrors {
  return marketing && marketing.at > now
    ? { 'marketing.at': [`must not be in the future; the service's clock says ${now.toISOString()}`] }
    : {};
}

/** Throws `validation_failed` when there is a fault. */
export function refuseFaults(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
