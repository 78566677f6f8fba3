/** The examples of an event type, as they are saved and as they are read. */
import type { EventField } from '../src/event-types/event-field.ts';
import { type EventTypeExample, fits } from '../src/event-types/event-type-examples.ts';
import { examplesOf } from '../src/event-types/saved-examples.ts';
import { builder } from './builder.ts';
import { workCost } from './field-cost.ts';
import { inRest, isForRest } from './rest-types.ts';

const descriptions = {
  name: 'Label of the example, such as "One item, in dollars": 1 to 64 characters, and no other example has it.',
  locale:
    'Language of its values, such as `de` or `pt-BR`: a preview, a test mail and merge tags in that language take it. Omitted: the values suit any language.',
  payload: 'Fields of the event as an emit takes them. Invented values: examples outlive the erasure of a person.',
};

interface ShownExample extends EventTypeExample {
  readonly fields: readonly EventField[];
}

const ExampleRef = builder.objectRef<ShownExample>('EventTypeExample').implement({
  description: 'A named payload that previews, checks and test mails take where they are given none.',
  fields: (t) => ({
    name: t.exposeString('name', { description: descriptions.name }),
    locale: t.string({
      nullable: true,
      description: descriptions.locale,
      resolve: ({ locale }) => locale ?? null,
    }),
    payload: t.field({ type: 'JSON', description: descriptions.payload, resolve: ({ payload }) => payload }),
    fits: t.boolean({
      description:
        'Whether an emit would accept the payload; false after a change of the fields, until it is saved anew.',
      resolve: (example) => fits(example.fields, example),
    }),
  }),
});

export const EventTypeExampleInput = builder.inputType('EventTypeExampleInput', {
  description: 'A payload under a label, to try the templates of an event type with.',
  fields: (t) => ({
    name: t.string({ required: true, description: descriptions.name }),
    locale: t.string({ description: descriptions.locale }),
    payload: t.field({ type: 'JSONObject', required: true, description: descriptions.payload }),
  }),
});

builder.prismaObjectField('EventType', 'examples', (t) =>
  t.field({
    type: [ExampleRef],
    nullable: true,
    extensions: inRest('JSON'),
    complexity: { field: workCost.examples, multiplier: 1 },
    description: 'Payloads to try its template with, in the order in which they were saved; null: none.',
    select: { examples: true, versions: { select: { fields: true }, orderBy: { version: 'desc' }, take: 1 } },
    // Only the save writes the columns, in these shapes.
    resolve: ({ examples, versions }, _args, _viewer, info) => {
      if (examples === null) return null;
      const saved = examplesOf(examples);
      const fields = (versions[0]?.fields ?? []) as unknown as EventField[];
      // REST shows the column as it was saved.
      return isForRest(info) ? (saved as ShownExample[]) : saved.map((example) => ({ ...example, fields }));
    },
  }),
);
