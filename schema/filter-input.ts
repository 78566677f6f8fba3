/** The argument of a list's filters, from their declarations (src/ground/lists/list-filters.ts). */
import type { InputRef } from '@pothos/core';
import type { Viewer } from '../src/context.ts';
import type { ListFilters } from '../src/ground/lists/list-filters.ts';
import { builder } from './builder.ts';
import { requireNeeds } from './needs.ts';

interface FilterInput {
  readonly description: string;
  readonly filters: ListFilters;
  /** The enums that filters name. */
  readonly enums?: Readonly<Record<string, InputRef<unknown>>>;
}

const scalars: Readonly<Record<string, string>> = {
  text: 'String',
  id: 'ID',
  flag: 'Boolean',
  time: 'DateTime',
  pairs: 'JSONObject',
};

/** Makes the input type `name`, with a field for each filter. */
export function filterInput<Given>(name: string, { description, filters, enums = {} }: FilterInput): InputRef<Given> {
  const input = builder.inputRef<Record<string, unknown>>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(filters).map(([field, { value, many, says }]) => {
          const one = scalars[value] ?? enums[value];
          if (one === undefined) throw new Error(`${name}.${field} has a value of no known kind`);
          return [field, t.field({ type: (many ? [one] : one) as 'String', description: says })];
        }),
      ),
  });
  return input as InputRef<unknown> as InputRef<Given>;
}

/** Rejects with `forbidden` when a given filter needs a scope that the sender lacks. */
export function requireFilterNeeds(viewer: Viewer, filters: ListFilters, given: object): void {
  const values = new Map<string, unknown>(Object.entries(given));
  for (const [name, { needs }] of Object.entries(filters)) {
    if (needs !== undefined && values.get(name) != null) requireNeeds(viewer, [needs]);
  }
}
