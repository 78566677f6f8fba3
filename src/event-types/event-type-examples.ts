/**
 * The examples of an event type (docs/rules.md#event-type-examples): named payloads that previews, checks and test mails
 * take where they are given none.
 */
import { z } from 'zod';
import { MAX_LOCALE } from '../../emails/index.ts';
import { invalid } from '../ground/errors/errors.ts';
import type { FieldErrors } from '../ground/errors/field-errors.ts';
import { composed, isStorable, textOf } from '../ground/input/composed-text.ts';
import { languageTag, parseInput } from '../ground/input/input.ts';
import { checkPayload } from './check-payload.ts';
import type { EventField } from './event-field.ts';
import { payload } from './payload-size.ts';

const examplesMax = 10;
const nameMaxLength = 64;
/** UTF-8 bytes of the JSON of all examples of a type, which a list of event types shows. */
export const examplesMaxBytes = 32_768;

export interface EventTypeExample {
  readonly name: string;
  /** The language of its values; absent: they suit any. */
  readonly locale?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const written = z.strictObject({
  name: textOf(nameMaxLength)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine(isStorable, 'must be text without NUL or broken characters')
    .transform((text) => composed(text.trim())),
  locale: languageTag(MAX_LOCALE).nullish(),
  payload,
});

/** As it is kept: null is absent. */
const example = written.transform(
  ({ locale, ...shown }): EventTypeExample =>
    locale == null ? shown : { name: shown.name, locale, payload: shown.payload },
);

const examplesInput = z.object({
  examples: z
    .array(example, 'must be an array of examples')
    .max(examplesMax, { error: `must hold at most ${examplesMax} examples`, abort: true })
    .superRefine((examples, context) => {
      const names = examples.map(({ name }) => name);
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) === index) continue;
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of another example' });
      }
      if (Buffer.byteLength(JSON.stringify(examples)) <= examplesMaxBytes) return;
      context.addIssue({ code: 'custom', message: `must have at most ${examplesMaxBytes} bytes of JSON together` });
    })
    .nullish(),
});

/** Undefined keeps what the type has; null: none. Rejects with `validation_failed` under `examples`. */
export function readExamples(input: unknown): readonly EventTypeExample[] | null | undefined {
  const { examples } = parseInput(examplesInput, { examples: input });
  return examples?.length === 0 ? null : examples;
}

/** Rejects examples that an emit with these fields would not accept, under `examples.0.payload.…`. */
export function checkExamples(fields: readonly EventField[], examples: readonly EventTypeExample[]): void {
  const faults: FieldErrors = Object.fromEntries(
    examples.flatMap(({ payload: given }, index) =>
      Object.entries(checkPayload(fields, given)).map(([path, messages]) => [`examples.${index}.${path}`, messages]),
    ),
  );
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** Whether an emit with these fields accepts the example: they may have changed since it was saved. */
export function fits(fields: readonly EventField[], { payload: given }: EventTypeExample): boolean {
  return Object.keys(checkPayload(fields, given)).length === 0;
}
