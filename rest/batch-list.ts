/** The list of a batch, from the extension `x-batch` (rest/contract.ts). */
import { type OpenAPIValidator, ValidationContext } from 'openapi-backend';
import type { BodySchema } from './body-schema.ts';
import type { BatchExtension } from './extensions.ts';
import { checkInTwo, checkWith, type Validate, type Validators } from './validators.ts';

export interface BatchList {
  readonly name: string;
  /** The field that names an item, in the request and in its result. */
  readonly key: string;
  /** Fields of the result of a rejected item. */
  readonly refused: Readonly<Record<string, string>>;
  /** Whether `key` of an item is valid, so that the response can repeat it. */
  readonly hasKey: (item: unknown) => boolean;
  /** Checks `{item}`. */
  readonly itemFaults: Validate;
}

export function readBatchList(
  id: string,
  extension: BatchExtension | undefined,
  body: BodySchema,
  { first, all }: Validators,
): BatchList | null {
  if (extension === undefined) return null;
  const { list: name, key, refused } = extension;
  const item = body.properties?.[name]?.items?.anyOf?.[0];
  if (!item) throw new Error(`${id}: x-batch names ${name}, which is no list with a choice of items`);
  const keySchema = item.properties?.[key];
  if (!keySchema) throw new Error(`${id}: x-batch names the key ${key}, which its items lack`);
  const compile = (validator: OpenAPIValidator, schema: BodySchema) =>
    checkWith(
      validator.getAjv(ValidationContext.RequestBody).compile({ type: 'object', properties: { item: schema } }),
    );
  const firstFault = compile(first, item);
  const allFaults = compile(all, item);
  const keyFault = compile(first, { type: 'object', required: [key], properties: { [key]: keySchema } });
  return {
    name,
    key,
    refused,
    hasKey: (value) => keyFault({ item: value }).length === 0,
    itemFaults: (value) => checkInTwo(firstFault, () => allFaults, value),
  };
}
