/** The input of drafts: a name, the version that the draft began from, and content that may have faults. */
import { z } from 'zod';
import { composed, isStorable, textOf } from '../../ground/input/composed-text.ts';
import { storableJson } from '../template-input.ts';

/** Characters of a draft's name (docs/rules.md#template-drafts). */
const nameMaxLength = 128;
/** The largest number that the database can hold. */
const integerMax = 2 ** 31 - 1;

const storable = (text: string) => isStorable(text);
const unstorable = 'must be text without NUL or broken characters';

const text = z
  .string()
  .refine(storable, unstorable)
  .nullish()
  .transform((value) => value ?? null);

const json = storableJson.transform((value: unknown) => value ?? null);

const name = textOf(nameMaxLength)
  .refine(storable, unstorable)
  .refine((value) => value.trim() !== '', 'must not be empty')
  .transform(composed);

const number = z.int('must be a whole number').min(1, 'must be 1 or more').max(integerMax, 'is too large');

/** Parts that are left out are absent from the draft. */
const content = z.object({
  subject: text,
  fromLocalPart: text,
  displayName: text,
  replyTo: text,
  locale: text,
  composition: json,
  translations: json,
});

export type DraftContent = z.output<typeof content>;

export const draftCreate = z.object({ name, baseVersion: number.nullish(), content: content.nullish() });

export const draftSave = z.object({
  revision: number.nullish(),
  name: name.nullish(),
  baseVersion: number.nullish(),
  content: content.nullish(),
});

export const draftPublish = z.object({
  revision: number.nullish(),
  acceptOutdated: z.boolean('must be true or false').nullish(),
  note: z.unknown().optional(),
});

export const emptyContent: DraftContent = {
  subject: null,
  fromLocalPart: null,
  displayName: null,
  replyTo: null,
  locale: null,
  composition: null,
  translations: null,
};
