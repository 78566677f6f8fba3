/** The payload fields of an event type, as they are saved and as they are read. */
import { type EventField, fieldTypes, scalarTypes } from '../src/event-types/event-field.ts';
import { builder } from './builder.ts';

/** Assumed fields of one event type, for the cost of a request. */
export const fieldsUsual = 5;

const meanings = {
  string: 'Unicode text, without further rules.',
  number: 'A finite JSON number, not a string of digits.',
  boolean: 'True or false.',
  date: 'A day, such as 2026-01-31.',
  datetime: 'An instant with an offset, such as 2026-01-31T09:30:00Z.',
  url: 'An absolute http or https URL.',
  email: 'One mail address, such as ada@example.com.',
  object: 'A JSON object whose members are listed in `fields`.',
  list: 'A list: of objects with `fields`, or of scalars with `items`.',
} satisfies Readonly<Record<EventField['type'], string>>;

const valuesOf = <Type extends EventField['type']>(types: readonly Type[]) =>
  Object.fromEntries(types.map((type) => [type, { description: meanings[type] }])) as Readonly<
    Record<Type, { readonly description: string }>
  >;

export const FieldTypeEnum = builder.enumType('EventFieldType', {
  description: 'Types of a payload field.',
  values: valuesOf(fieldTypes),
});

const ScalarTypeEnum = builder.enumType('EventFieldScalarType', {
  description: 'Types of the items of a list of scalars.',
  values: valuesOf(scalarTypes),
});

const descriptions = {
  name: 'Name in the payload and in merge tags: 1 to 64 letters, digits or underscores, not a digit first.',
  required: 'Whether an emit without the field is rejected.',
  fallback: 'Text that merge tags show where the payload has no value, of at most 1,000 characters; for scalars only.',
  fields: 'Fields of an object, or of each object of a list.',
  items: 'Type of the items of a list of scalars.',
};

const EventFieldItems = builder.objectRef<NonNullable<EventField['items']>>('EventFieldItems').implement({
  description: 'Items of a list of scalars.',
  fields: (t) => ({
    type: t.expose('type', { type: ScalarTypeEnum, description: 'Type that every item of the list has.' }),
  }),
});

export const EventFieldRef = builder.objectRef<EventField>('EventField');

EventFieldRef.implement({
  description: 'A typed value that the payloads of an event type may have.',
  fields: (t) => ({
    name: t.exposeString('name', { description: descriptions.name }),
    type: t.expose('type', { type: FieldTypeEnum, description: 'Type that the value must have.' }),
    required: t.exposeBoolean('required', { description: descriptions.required }),
    fallback: t.exposeString('fallback', { nullable: true, description: descriptions.fallback }),
    fields: t.field({
      type: [EventFieldRef],
      nullable: true,
      // Fields of all levels together are at most 100.
      complexity: { field: 1, multiplier: 1 },
      description: `${descriptions.fields} Null for scalars and lists of scalars.`,
      resolve: ({ fields }) => fields ?? null,
    }),
    items: t.field({
      type: EventFieldItems,
      nullable: true,
      description: `${descriptions.items} Null for every other field.`,
      resolve: ({ items }) => items ?? null,
    }),
  }),
});

const EventFieldItemsInput = builder.inputType('EventFieldItemsInput', {
  description: 'Items of a list of scalars.',
  fields: (t) => ({
    type: t.field({ type: ScalarTypeEnum, required: true, description: 'Type that every item of the list must have.' }),
  }),
});

interface EventFieldShape {
  name: string;
  type: EventField['type'];
  required?: boolean | null | undefined;
  fallback?: string | null | undefined;
  fields?: EventFieldShape[] | null | undefined;
  items?: { type: (typeof scalarTypes)[number] } | null | undefined;
}

export const EventFieldInput = builder.inputRef<EventFieldShape>('EventFieldInput');

EventFieldInput.implement({
  description: 'One field of a payload. An event type has at most 100 fields, in at most three levels.',
  fields: (t) => ({
    name: t.string({ required: true, description: descriptions.name }),
    type: t.field({ type: FieldTypeEnum, required: true, description: 'Type that the value must have.' }),
    required: t.boolean({ description: `${descriptions.required} Default: false.` }),
    fallback: t.string({ description: descriptions.fallback }),
    fields: t.field({ type: [EventFieldInput], description: descriptions.fields }),
    items: t.field({ type: EventFieldItemsInput, description: descriptions.items }),
  }),
});

/** Returns a field as if its nulls had been left out. */
export function withoutNulls({ fields, ...field }: EventFieldShape): object {
  const given = Object.fromEntries(Object.entries(field).filter(([, value]) => value != null));
  return fields == null ? given : { ...given, fields: fields.map(withoutNulls) };
}
