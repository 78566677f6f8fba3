/**
 * Turns requests into GraphQL variables, and fault paths back. Names change their spelling (`printed_at`, `printedAt`)
 * where the schema declares a field, and nowhere else: the content of a JSON scalar is the caller's own and stays
 * unchanged.
 */

import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { isRecord } from '../src/ground/input/input.ts';
import type { PageArguments } from './cursor.ts';

/** The variables of an operation's document, by name. The body is `input`; without it, each field of the body is one. */
export type Inputs = ReadonlyMap<string, GraphQLInputType>;

export interface RequestParts {
  /** Path and query parameters, in the spelling of the OpenAPI file. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly page: PageArguments | null;
}

/** Variables of one request, by name. */
export type Variables = Readonly<Record<string, unknown>>;

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Fields of an input type by the spelling of the OpenAPI file; types do not change once the schema is built. */
const fieldsByType = new WeakMap<
  GraphQLInputObjectType,
  ReadonlyMap<string, { name: string; type: GraphQLInputType }>
>();

function fieldsOf(type: GraphQLInputObjectType) {
  const known = fieldsByType.get(type);
  if (known) return known;
  const fields = new Map(Object.values(type.getFields()).map((field) => [snakeCase(field.name), field]));
  fieldsByType.set(type, fields);
  return fields;
}

/**
 * Returns the variables of one request. A parameter that was not sent is no variable, so the schema's default applies.
 */
export function toVariables(inputs: Inputs, { parameters, body, page }: RequestParts): Variables {
  const fields = inputs.has('input') || !isRecord(body) ? {} : body;
  const sources: Readonly<Record<string, unknown>> = { ...fields, ...parameters, ...page };
  const variables: Record<string, unknown> = {};
  for (const [name, type] of inputs) {
    const value = name === 'input' ? body : sources[snakeCase(name)];
    if (value !== undefined) variables[name] = toInput(type, value);
  }
  return variables;
}

function toInput(inputType: GraphQLInputType, value: unknown): unknown {
  const type = getNullableType(inputType);
  if (value === null) return null;
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => toInput(type.ofType, item)) : value;
  if (isInputObjectType(type)) return isRecord(value) ? toInputObject(type, value) : value;
  return value;
}

function toInputObject(
  type: GraphQLInputObjectType,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const field = fields.get(key);
      return field ? [field.name, toInput(field.type, inner)] : [key, inner];
    }),
  );
}

/**
 * Returns `path`, in the verb's spelling, as the request spells it: `edition.printedAt` as `edition.printed_at`
 * (docs/rules.md#rest-error-paths). The path is inside the body, or names a parameter.
 */
export function toRequestPath(inputs: Inputs, path: string): string {
  const [head = '', ...rest] = path.split('.');
  // A page has one cursor, whichever end of the connection it names.
  if (inputs.has('after') && (head === 'after' || head === 'before')) return 'cursor';
  const input = inputs.get('input');
  if (input) return toRequestSegments(input, [head, ...rest]).join('.');
  // A filter of a list: each of its fields has a variable, and so a parameter.
  const [field = '', ...within] = rest;
  if (head === 'filter' && !inputs.has(head) && inputs.has(field)) return [snakeCase(field), ...within].join('.');
  return [inputs.has(head) ? snakeCase(head) : head, ...rest].join('.');
}

function toRequestSegments(inputType: GraphQLInputType, path: readonly string[]): readonly string[] {
  const type = getNullableType(inputType);
  const [head, ...rest] = path;
  if (head === undefined) return [];
  if (isListType(type)) return [head, ...toRequestSegments(type.ofType, rest)];
  if (!isInputObjectType(type)) return path;
  const field = type.getFields()[head];
  return field ? [snakeCase(head), ...toRequestSegments(field.type, rest)] : path;
}
