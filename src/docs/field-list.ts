/** The fields of a schema as a list that unfolds. */
import type { Parameter, Schema } from './api-document.ts';
import { html, type Markup, markup } from './html.ts';
import type { Prose } from './prose.ts';

/** Levels of nested fields; only recursive schemas have more. */
const deepest = 5;

export interface FieldTools {
  readonly prose: Prose;
  readonly resolve: (schema: Schema) => Schema;
  /** Fields of requests show whether they are required; responses have every field. */
  readonly side: 'request' | 'response';
}

export function parameterList(parameters: readonly Parameter[], tools: FieldTools): Markup {
  return html`<ul class="fields">${parameters.map(({ name, schema, required = false, description = '' }) =>
    fieldRow(name, { ...tools.resolve(schema), description }, required, tools, 0),
  )}</ul>`;
}

/** Null when the schema names no fields. */
export function fieldList(schema: Schema, tools: FieldTools, depth = 0): Markup | null {
  const { properties = {}, required = [] } = tools.resolve(schema);
  const rows = Object.entries(properties).map(([name, field]) =>
    fieldRow(name, tools.resolve(field), required.includes(name), tools, depth),
  );
  return rows.length === 0 ? null : html`<ul class="fields">${rows}</ul>`;
}

function fieldRow(name: string, schema: Schema, required: boolean, tools: FieldTools, depth: number): Markup {
  const inner = innerOf(schema, tools);
  const nested = inner === null || depth >= deepest ? null : fieldList(inner, tools, depth + 1);
  // The envelope of a response has no meaning of its own.
  const isOpen = tools.side === 'response' && depth === 0;
  const note = [schema.description ?? '', ...limitsOf(schema)].filter(Boolean).join(' ');
  return html`<li><p class="field"><code>${name}</code> <span class="type">${typeOf(schema, tools)}</span>${
    tools.side === 'request' && required && html` <span class="required">required</span>`
  }</p>${note !== '' && html`<p class="note">${tools.prose.inline(note)}</p>`}${
    nested &&
    html`<details class="inner"${markup(isOpen ? ' open' : '')}><summary>Fields of <code>${name}</code></summary>${nested}</details>`
  }</li>`;
}

/** The object whose fields unfold below a field. */
function innerOf(schema: Schema, { resolve }: FieldTools): Schema | null {
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  const shown = resolve(choice ?? schema);
  if (shown.type === 'array' && shown.items) {
    const item = resolve(shown.items);
    const [first] = item.anyOf ?? [];
    return first ? resolve(first) : item;
  }
  return shown;
}

function typeOf(schema: Schema, tools: FieldTools): string {
  const [choice] = schema.oneOf ?? [];
  if (choice) return typeOf(tools.resolve(choice), tools);
  const { type = 'any', format, items, nullable } = schema;
  const names: Readonly<Record<string, string>> = {
    'date-time': 'timestamp',
    email: 'email',
    uri: 'URL',
    hostname: 'host name',
  };
  const name =
    type === 'array' ? `list of ${plural(items ? tools.resolve(items) : {})}` : (names[format ?? ''] ?? type);
  return nullable ? `${name} or null` : name;
}

function plural({ type, anyOf }: Schema): string {
  return type === undefined || anyOf ? 'objects' : `${type}s`;
}

/** Sentences for keywords that the description does not explain itself. */
function limitsOf(schema: Schema): readonly string[] {
  const { description = '', enum: values, maxLength, maxItems, minimum, maximum, 'x-default': fallback } = schema;
  const says = (value: number) => description.includes(value.toLocaleString('en'));
  const listed = values?.filter((value) => value !== null && !description.includes(`\`${value}\``)) ?? [];
  return [
    ...(listed.length > 0 ? [`One of ${listed.map((value) => `\`${value}\``).join(', ')}.`] : []),
    ...(maxLength !== undefined && !says(maxLength) ? [`At most ${maxLength.toLocaleString('en')} characters.`] : []),
    ...(maxItems !== undefined && !says(maxItems) ? [`At most ${maxItems.toLocaleString('en')} items.`] : []),
    ...(minimum !== undefined && minimum > 1 && maximum !== undefined ? [`${minimum} to ${maximum}.`] : []),
    ...(fallback !== undefined && fallback !== null ? [`Default: \`${String(fallback)}\`.`] : []),
  ];
}
