/**
 * Fields of a response that are left out where they are null, `x-omit-null` in the OpenAPI file, or an empty list,
 * `x-omit-empty` (rest/contract.ts).
 */
import { isRecord } from '../src/ground/input/input.ts';

/** Names of fields, from the body on; `[]` stands for each item of a list, and at the end for a list without any. */
export type FieldPath = readonly string[];

export interface ResponseSchema {
  readonly properties?: Readonly<Record<string, ResponseSchema>>;
  readonly items?: ResponseSchema;
  readonly 'x-omit-null'?: boolean;
  readonly 'x-omit-empty'?: boolean;
}

const eachItem = '[]';

/** Returns the fields of a response that its schema marks. A schema may recur within itself. */
export function omittedFields(
  schema: ResponseSchema,
  path: FieldPath = [],
  within: ReadonlySet<ResponseSchema> = new Set(),
): readonly FieldPath[] {
  if (within.has(schema)) return [];
  const around = new Set([...within, schema]);
  const own = [...(schema['x-omit-null'] ? [path] : []), ...(schema['x-omit-empty'] ? [[...path, eachItem]] : [])];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    omittedFields(field, [...path, name], around),
  );
  return [...own, ...fields, ...(schema.items ? omittedFields(schema.items, [...path, eachItem], around) : [])];
}

/** Leaves the fields out of `body` that are null, or empty. */
export function omitNulls(body: unknown, fields: readonly FieldPath[]): void {
  for (const field of fields) omitNull(body, field);
}

function omitNull(value: unknown, [name = '', ...rest]: FieldPath): void {
  if (name === eachItem) {
    if (Array.isArray(value)) for (const item of value) omitNull(item, rest);
    return;
  }
  if (!isRecord(value)) return;
  const isEnd = rest.length === 0 || (rest.length === 1 && rest[0] === eachItem);
  if (!isEnd) omitNull(value[name], rest);
  // A value that is undefined is not written as JSON; to delete the field would make the object slow.
  else if (rest.length === 0 ? value[name] === null : isEmptyList(value[name]))
    Object.assign(value, { [name]: undefined });
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
