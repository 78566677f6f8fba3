/**
 * Batches: each item of a list is written or rejected alone. GraphQL rejects a request as a whole when one of its
 * inputs has the wrong shape, so items that break the OpenAPI file are rejected here and the verb gets the others.
 */
import { DomainError, type FieldErrors, invalid } from '../src/ground/errors/errors.ts';
import { boundFieldErrors } from '../src/ground/errors/field-errors.ts';
import { giveWayAfterStretches } from '../src/ground/give-way/give-way-after.ts';
import { docUrl } from '../src/http/errors/show-refusal.ts';
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
  results(written: readonly Item[]): Promise<readonly Item[]>;
}

/** Faults of an item, under the paths in the item, or an error that comes before them. */
export type ItemFinding = FieldErrors | DomainError;

export interface BatchPlace {
  readonly publicUrl: string;
  readonly inputs: Inputs;
  /** Returns what the verb finds in items that the OpenAPI file rejects, in their order. */
  readonly findFindings: (items: readonly unknown[]) => Promise<readonly ItemFinding[]>;
  /** Hears of an item that is rejected here. */
  readonly refused: (item: unknown, error: DomainError) => void;
}

/** Splits a body that is valid except for the items of `list`. */
export async function splitBatch(list: BatchList, body: object, place: BatchPlace): Promise<Batch> {
  const { publicUrl, inputs, findFindings } = place;
  const items: readonly unknown[] = Object(body)[list.name];
  const itemBytes = errorBytes / Math.max(1, items.length);
  const bound = (errors: FieldErrors) => boundFieldErrors(errors, itemBytes);
  const pause = giveWayAfterStretches();
  const told: FieldErrors[] = [];
  for (const item of items) {
    await pause();
    told.push(openapiFaults(list.itemFaults({ item })));
  }
  const isRefused = (errors: FieldErrors) => Object.keys(errors).length > 0;
  const refused = items.filter((_item, at) => isRefused(told[at] ?? {}));
  const findings = refused.length === 0 ? [] : await findFindings(refused);
  const refusals: (Item | null)[] = [];
  let position = 0;
  for (const [at, item] of items.entries()) {
    await pause();
    const errors = told[at] ?? {};
    if (!isRefused(errors)) {
      refusals.push(null);
      continue;
    }
    const found = findings[position] ?? {};
    const error = found instanceof DomainError ? found : invalid(bound(faultsOfBoth(errors, found)));
    position += 1;
    place.refused(item, error);
    refusals.push(refuseItem(list, item, error, publicUrl));
  }
  return {
    body: { ...body, [list.name]: items.filter((_item, at) => refusals[at] === null) },
    async results(written) {
      const after = giveWayAfterStretches();
      const shown: Item[] = [];
      let next = 0;
      for (const refusal of refusals) {
        await after();
        shown.push(refusal ?? showResult(list, written[next++] ?? {}, inputs, bound));
      }
      return shown;
    },
  };
}

/** The faults of each of the items in faults of the request, whose paths are such as `books.0.title`. */
export function faultsByItem(errors: FieldErrors, listName: string, count: number): readonly FieldErrors[] {
  const items = new Map<number, Record<string, FieldErrors[string]>>();
  for (const [path, messages] of Object.entries(errors)) {
    const [, position, ...rest] = path.slice(listName.length).split('.');
    const item = items.get(Number(position)) ?? {};
    items.set(Number(position), item);
    item[rest.join('.')] = messages;
  }
  return Array.from({ length: count }, (_, position) => items.get(position) ?? {});
}

function refuseItem({ key, refused, hasKey }: BatchList, item: unknown, error: DomainError, publicUrl: string): Item {
  const { code, message, details } = error;
  return {
    [key]: hasKey(item) ? Object(item)[key] : null,
    ...refused,
    code,
    message,
    ...(details.errors === undefined ? {} : { errors: details.errors }),
    doc_url: docUrl(publicUrl, code),
  };
}

/** A result leaves out its null fields, except the key. */
function showResult(list: BatchList, result: Item, inputs: Inputs, bound: (errors: FieldErrors) => FieldErrors): Item {
  const said = Object.fromEntries(
    Object.entries(result).filter(([name, value]) => value !== null || name === list.key),
  );
  const { message, errors } = said;
  if (typeof message !== 'string' || errors === undefined) return said;
  return { ...said, ...renameFaults(message, bound(errors as FieldErrors), (path) => toItemPath(inputs, list, path)) };
}

/** The path of the request in an item, from the verb's. */
export function toItemPath(inputs: Inputs, { name }: BatchList, path: string): string {
  return toRequestPath(inputs, `${name}.0.${path}`).split('.').slice(2).join('.');
}
