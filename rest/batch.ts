/**
 * Batches: each item of a list is written or rejected alone. GraphQL rejects a request as a whole when one of its
 * inputs has the wrong shape, so items that break the OpenAPI file are rejected here and the verb gets the others.
 */
import { type FieldErrors, invalid } from '../src/ground/errors.ts';
import { boundFieldErrors } from '../src/ground/field-errors.ts';
import { docUrl } from '../src/http/show-refusal.ts';
import type { BatchList } from './batch-list.ts';
import { faultsOfBoth } from './faults-of-both.ts';
import { renameFaults } from './graphql-faults.ts';
import { openapiFaults } from './openapi-faults.ts';
import { type Inputs, toRequestPath } from './variables.ts';

/** Bytes of the field errors of one response, all items together; each item names at least one. */
const errorBytes = 250_000;

export type Item = Readonly<Record<string, unknown>>;

export interface Batch {
  /** The request's body with the items for the verb. */
  readonly body: object;
  /** Returns one result for each item of the request, in its order, from the verb's results for the items it got. */
  results(written: readonly Item[]): readonly Item[];
}

export interface BatchPlace {
  readonly publicUrl: string;
  readonly inputs: Inputs;
  /** Finds the verb's faults in items that the OpenAPI file rejects, under paths such as `books.0.title`. */
  readonly findItemFaults: (items: readonly unknown[]) => Promise<FieldErrors>;
}

/** Splits a body that is valid except for the items of `list`. */
export async function splitBatch(list: BatchList, body: object, place: BatchPlace): Promise<Batch> {
  const { publicUrl, inputs, findItemFaults } = place;
  const items: readonly unknown[] = Object(body)[list.name];
  const itemBytes = errorBytes / Math.max(1, items.length);
  const bound = (errors: FieldErrors) => boundFieldErrors(errors, itemBytes);
  const told = items.map((item) => openapiFaults(list.itemFaults({ item })));
  const isRefused = (errors: FieldErrors) => Object.keys(errors).length > 0;
  const refused = items.filter((_item, at) => isRefused(told[at] ?? {}));
  const found = byItem(refused.length === 0 ? {} : await findItemFaults(refused), list.name);
  let position = 0;
  const refusals = items.map((item, at) => {
    const errors = told[at] ?? {};
    return isRefused(errors)
      ? refuseItem(list, item, bound(faultsOfBoth(errors, found.get(position++) ?? {})), publicUrl)
      : null;
  });
  return {
    body: { ...body, [list.name]: items.filter((_item, at) => refusals[at] === null) },
    results(written) {
      let next = 0;
      return refusals.map((refusal) => refusal ?? showResult(list, written[next++] ?? {}, inputs, bound));
    },
  };
}

/** Groups faults of a list by the position of the item, under the paths in the item. */
function byItem(errors: FieldErrors, listName: string): ReadonlyMap<number, FieldErrors> {
  const items = new Map<number, Record<string, FieldErrors[string]>>();
  for (const [path, messages] of Object.entries(errors)) {
    const [, position, ...rest] = path.slice(listName.length).split('.');
    const item = items.get(Number(position)) ?? {};
    items.set(Number(position), item);
    item[rest.join('.')] = messages;
  }
  return items;
}

function refuseItem({ key, refused, hasKey }: BatchList, item: unknown, errors: FieldErrors, publicUrl: string): Item {
  const { code, message } = invalid(errors);
  return {
    [key]: hasKey(item) ? Object(item)[key] : null,
    ...refused,
    code,
    message,
    errors,
    doc_url: docUrl(publicUrl, code),
  };
}

/** A result leaves out its null fields, except the key. */
function showResult(
  { name: listName, key }: BatchList,
  result: Item,
  inputs: Inputs,
  bound: (errors: FieldErrors) => FieldErrors,
): Item {
  const said = Object.fromEntries(Object.entries(result).filter(([name, value]) => value !== null || name === key));
  const { message, errors } = said;
  if (typeof message !== 'string' || errors === undefined) return said;
  const inItem = (path: string) => toRequestPath(inputs, `${listName}.0.${path}`).split('.').slice(2).join('.');
  return { ...said, ...renameFaults(message, bound(errors as FieldErrors), inItem) };
}
