/** The fields of a topic (docs/rules.md#topics). */
import { z } from 'zod';
import { attributeKeyPattern } from '../ground/input/attribute-key.ts';
import { composed, isStorable, textOf } from '../ground/input/composed-text.ts';
import { languageTag } from '../ground/input/input.ts';
import { isReservedName, reservedName } from '../ground/input/reserved-names.ts';

export const nameMaxLength = 128;
export const descriptionMaxLength = 500;
export const translationsMax = 50;
const localeMaxLength = 35;

const storable = (max: number) => textOf(max).refine(isStorable, 'must be text without NUL or broken characters');

const name = storable(nameMaxLength)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .transform(composed);

/** A description without signs is none. */
const descriptionText = storable(descriptionMaxLength).transform((text) =>
  text.trim() === '' ? null : composed(text),
);

const description = descriptionText.nullish().transform((text) => text ?? null);

const translationList = z
  .array(
    z.strictObject({ locale: languageTag(localeMaxLength), name, description }),
    'must be an array of translations',
  )
  .max(translationsMax, { error: `must hold at most ${translationsMax} translations`, abort: true })
  .superRefine((given, context) => {
    const locales = given.map(({ locale }) => locale.toLowerCase());
    for (const [index, locale] of locales.entries()) {
      if (locales.indexOf(locale) === index) continue;
      context.addIssue({ code: 'custom', path: [index, 'locale'], message: 'is the language of another translation' });
    }
  });

export type TopicTranslation = z.infer<typeof translationList>[number];

export const topicWords = z.object({
  name,
  description,
  translations: translationList.nullish().transform((given) => given ?? null),
});

/** How a topic is called, and in which languages. */
export type TopicWords = z.infer<typeof topicWords>;

export const topicCreate = topicWords.extend({
  key: z
    .string()
    .regex(attributeKeyPattern, 'must be 1 to 64 lower-case letters, digits or "_"')
    .refine((key) => !isReservedName(key), reservedName),
});

/** What is left out stays; null removes. */
export const topicUpdate = z.object({
  name: name.optional(),
  description: descriptionText.nullish(),
  translations: translationList.nullish(),
});

/** The column of translations: the driver would write an array as one of PostgreSQL's. */
export function asJson(given: readonly TopicTranslation[] | null): string | null {
  return given?.length ? JSON.stringify(given) : null;
}
