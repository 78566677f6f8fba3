/**
 * The fields of an upsert (docs/rules.md#contact-fields). All faults of a contact are found at once. What an
 * address is, and when two are one, is the same everywhere: src/ground/input/input.ts and src/ground/addresses/equal-addresses.ts.
 */
import { z } from 'zod';
import { emailAddress } from '../ground/addresses/email-address.ts';
import { type FieldErrors, invalid } from '../ground/errors/errors.ts';
import { attributeKeyPattern } from '../ground/input/attribute-key.ts';
import { faultsOf, isRecord, languageTag, timestamp } from '../ground/input/input.ts';
import { topicsMax } from '../topics/create-topic.ts';
import { tagNames } from './tag-names.ts';

const localeMaxLength = 35;

const decision = { state: z.enum(['subscribed', 'unsubscribed']), at: timestamp };

const topicDecision = z.strictObject({
  key: z.string().regex(attributeKeyPattern, 'must be 1 to 64 lower-case letters, digits or "_"'),
  ...decision,
});

const contactFields = z.strictObject({
  email: emailAddress.optional(),
  attributes: z.custom<object>(isRecord, 'must be an object').optional(),
  tags: tagNames.optional(),
  locale: languageTag(localeMaxLength).nullish(),
  marketing: z.strictObject(decision).optional(),
  pixelConsentAt: timestamp.nullish(),
  topics: z
    .array(topicDecision, 'must be an array of topics')
    .max(topicsMax, { error: `must hold at most ${topicsMax} topics`, abort: true })
    .superRefine((topics, context) => {
      const keys = topics.map(({ key }) => key);
      for (const [index, key] of keys.entries()) {
        if (keys.indexOf(key) === index) continue;
        context.addIssue({ code: 'custom', path: [index, 'key'], message: 'is the key of another topic of the list' });
      }
    })
    .optional(),
});

type ContactFields = Omit<z.infer<typeof contactFields>, 'attributes'>;
export type Marketing = NonNullable<ContactFields['marketing']>;
export type TopicWish = NonNullable<ContactFields['topics']>[number];

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
      ...(input.marketing !== undefined &&
        futureFaults('marketing.at', contactFields.shape.marketing.safeParse(input.marketing).data, now)),
      ...(input.topics !== undefined &&
        futureTopics(contactFields.shape.topics.safeParse(input.topics).data ?? [], now)),
    },
  };
}

function futureTopics(topics: readonly TopicWish[], now: Date): FieldErrors {
  return Object.assign({}, ...topics.map((topic, index) => futureFaults(`topics.${index}.at`, topic, now)));
}

function futureFaults(path: string, decided: Marketing | undefined, now: Date): FieldErrors {
  return decided && decided.at > now
    ? { [path]: [`must not be in the future; the service's clock says ${now.toISOString()}`] }
    : {};
}

/** Throws `validation_failed` when there is a fault. */
export function refuseFaults(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
