/** The fields of a schema as a tree, which pages show as lists that unfold and Markdown as nested lists. */
import type { Parameter, Schema } from './api-document.ts';

/** Levels of nested fields; only recursive schemas have more. */
const deepest = 5;

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Markdown of one line; may be empty. */
  readonly note: string;
  readonly fields: readonly Field[];
}

export type Resolve = (schema: Schema) => Schema;

export function parametersOf(parameters: readonly Parameter[], resolve: Resolve): readonly Field[] {
  return parameters.map(({ name, schema, required = false, description = '' }) =>
    fieldOf(name, { ...resolve(schema), description }, required, resolve, 0),
  );
}

/** Empty when the schema names no fields. */
export function fieldsOf(schema: Schema, resolve: Resolve, depth = 0): readonly Field[] {
  const { properties = {}, required = [] } = resolve(schema);
  return Object.entries(properties).map(([name, field]) =>
    fieldOf(name, resolve(field), required.includes(name), resolve, depth),
  );
}

function fieldOf(name: string, schema: Schema, required: boolean, resolve: Resolve, depth: number): Field {
  return {
    name,
    type: typeOf(schema, resolve),
    required,
    note: [schema.description ?? '', ...limitsOf(schema)].filter(Boolean).join(' '),
    fields: depth >= deepest ? [] : fieldsOf(innerOf(schema, resolve), resolve, depth + 1),
  };
}

/** The object whose fields are below a field. */
function innerOf(schema: Schema, resolve: Resolve): Schema {
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  const shown = resolve(choice ?? schema);
  if (shown.type === 'array' && shown.items) {
    const item = resolve(shown.items);
    const [first] = item.anyOf ?? [];
    return first ? resolve(first) : item;
  }
  return shown;
}

function typeOf(schema: Schema, resolve: Resolve): string {
  const [choice] = schema.oneOf ?? [];
  if (choice) return typeOf(resolve(choice), resolve);
  const { type = 'any', format, items, nullable } = schema;
  const names: Readonly<Record<string, string>> = {
    'date-time': 'timestamp',
    email: 'email',
    uri: 'URL',
    hostname: 'host name',
  };
  const name = type === 'array' ? `list of ${plural(items ? resolve(items) : {})}` : (names[format ?? ''] ?? type);
  return nullable ? `${name} or null` : name;
}

function plural({ type, anyOf }: Schema): string {
  return type === undefined || anyOf ? 'objects' : `${type}s`;
}

/** Sentences for keywords that the description does not explain itself. */
function limitsOf(schema: Schema): readonly string[] {
  const { description = '', enum: values, maxLength, maxItems, minimum, maximum, 'x-default': fallback } = schema;
  const says = (value: number) => description.includes(value.toLocaleString('en'));
  const known = values?.filter((value) => value !== null) ?? [];
  const listed = known.filter((value) => !description.includes(`\`${value}\``));
  return [
    ...(listed.length > 0
      ? [`${listed.length < known.length ? 'Also:' : 'One of'} ${listed.map((value) => `\`${value}\``).join(', ')}.`]
      : []),
    ...(maxLength !== undefined && !says(maxLength) ? [`At most ${maxLength.toLocaleString('en')} characters.`] : []),
    ...(maxItems !== undefined && !says(maxItems) ? [`At most ${maxItems.toLocaleString('en')} items.`] : []),
    ...(minimum !== undefined && minimum > 1 && maximum !== undefined ? [`${minimum} to ${maximum}.`] : []),
    ...(fallback !== undefined && fallback !== null ? [`Default: \`${String(fallback)}\`.`] : []),
  ];
}
