/** Blocks, columns and translations as JSON Schema, for the schemas of files (docs/rules.md#schema-of-mail-files). */
import { z } from 'zod';
import { translationSchema } from '../check/check-translations.ts';
import type { BlockType } from '../document/block.ts';
import { blockTypes } from '../document/blocks/index.ts';
import { blockSchema, columnSchema } from '../document/composition.ts';

export type Json = Readonly<Record<string, unknown>>;

export const draft = 'https://json-schema.org/draft/2020-12/schema';

/** Where a block or a column stands in the schema. */
export const block = { $ref: '#/$defs/block' };
const column = { $ref: '#/$defs/column' };

/** What the references lead to. */
export function blockDefinitions(): Json {
  return { block: blockOf(), column: columnOf() };
}

/** By language, then by the id of a text. */
export function translationsOf(): Json {
  const texts = { type: 'object', additionalProperties: schemaOf(translationSchema) };
  return { type: 'object', additionalProperties: texts };
}

function blockOf(): Json {
  const schema = schemaOf(blockSchema);
  const types = blockTypes.map(({ type, purpose }) => ({ const: type, description: purpose }));
  const properties = { ...Object(schema.properties), type: { oneOf: types } };
  return {
    ...schema,
    properties: { ...properties, children: { type: 'array', items: block }, columns: { type: 'array', items: column } },
    allOf: blockTypes.map(whenOfType),
  };
}

/** Attributes belong to a type; what a block does not hold has no place in it. */
function whenOfType({ type, attrs, holds }: BlockType): Json {
  const properties = {
    attrs: schemaOf(attrs),
    ...(holds !== 'children' && { children: { maxItems: 0 } }),
    ...(holds !== 'columns' && { columns: { maxItems: 0 } }),
  };
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  return { if: { properties: { type: { const: type } } }, then: { properties } };
}

function columnOf(): Json {
  const attrs = blockTypes.flatMap(({ columnAttrs }) => (columnAttrs === null ? [] : [schemaOf(columnAttrs)]));
  const schema = schemaOf(columnSchema);
  const properties = { ...Object(schema.properties), attrs: attrs[0], children: { type: 'array', items: block } };
  return { ...schema, properties };
}

/** As a file has it: of a pipe its end says what a value must be, and what has a default may be left out. */
export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return asWritten(json) as Json;
}

function asWritten(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(asWritten);
  if (typeof json !== 'object' || json === null) return json;
  const { required, format, ...rest } = json as Json;
  const properties: Json = Object(rest.properties);
  const needed = Array.isArray(required) ? required.filter((name) => !hasDefault(properties[name])) : [];
  return {
    ...mapped(rest, (value, key) => {
      if (key === 'default') return value;
      // The names in these are not words of the schema.
      return key === 'properties' || key === '$defs' ? mapped(Object(value), asWritten) : asWritten(value);
    }),
    ...(needed.length > 0 && { required: needed }),
    // The one format of ours that editors know, by another name.
    ...(format === 'color' && { format: 'color-hex' }),
  };
}

function mapped(json: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, change(value, key)]));
}

function hasDefault(property: unknown): boolean {
  return typeof property === 'object' && property !== null && 'default' in property;
}
