/**
 * A filter of a list, declared once. Its argument (schema/filter-input.ts), the check of its text (filter-texts.ts) and its SQL
 * (src/db/lists/filter-sql.ts) follow from the declaration.
 */
import { isStorable } from '../input/composed-text.ts';

export interface ListFilter {
  /** Kind of the value: one of `CommonValues`, or the name of an enum of the list. */
  readonly value: string;
  /** The value is a list of this kind, and one of its members is enough. */
  readonly many?: true;
  /** Description of the argument: a sentence. */
  readonly says: string;
  /** A scope that the argument needs. */
  readonly needs?: 'people';
  /** The column that has the value; absent where the list itself makes a condition of it. */
  readonly column?: FilterColumn;
}

export interface FilterColumn {
  readonly name: string;
  /** Name of the value in `WantedValues`. */
  readonly as: string;
  /** What is compared with the value; the column by default. */
  readonly sql?: string;
  /**
   * PostgreSQL's type; text by default. With bytea the value is an address, and the column has its hash; with jsonb the
   * column contains the value.
   */
  readonly type?: string;
  /** The column begins with the value, and may go on. */
  readonly begins?: true;
}

export type ListFilters = Readonly<Record<string, ListFilter>>;

interface CommonValues {
  readonly text: string;
  readonly id: string;
  readonly flag: boolean;
  readonly time: Date;
  /** Texts by their keys, all of which the row has. */
  readonly pairs: Readonly<Record<string, unknown>>;
}

type OneValue<Filter, Enums> = Filter extends { readonly value: infer Kind }
  ? Kind extends keyof CommonValues
    ? CommonValues[Kind]
    : Kind extends keyof Enums
      ? Enums[Kind]
      : never
  : never;

type Value<Filter, Enums> = Filter extends { readonly many: true }
  ? readonly OneValue<Filter, Enums>[]
  : OneValue<Filter, Enums>;

/** The values that a caller gives, by the name of the filter; null and absent values mean any. */
export type GivenValues<Filters, Enums = object> = {
  readonly [Name in keyof Filters]?: Value<Filters[Name], Enums> | null | undefined;
};

type WantedName<Filter> = Filter extends { readonly column: { readonly as: infer Name extends string } } ? Name : never;

/** The values that the columns of a row must have, by `FilterColumn.as`; null: any. */
export type WantedValues<Filters, Enums = object> = {
  readonly [Name in keyof Filters as WantedName<Filters[Name]>]:
    | (Filters[Name] extends { readonly column: { readonly type: 'bytea' } } ? Uint8Array : Value<Filters[Name], Enums>)
    | null;
};

/** Returns the texts among the given values: the columns have them as they are. */
export function textsOf(filters: ListFilters, given: object): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>(Object.entries(given));
  const texts = Object.entries(filters).filter(([, { value }]) => value === 'text' || value === 'id');
  return Object.fromEntries(texts.map(([name]) => [name, values.get(name)]));
}

const mayBeStored = (value: unknown) => typeof value !== 'string' || isStorable(value);

/** Returns the values that columns must have; of a list those that a row can have. `hashOf` makes the hash of an address. */
export function wantedOf<Wanted>(filters: ListFilters, from: object, hashOf: (address: string) => Uint8Array): Wanted {
  const values = new Map<string, unknown>(Object.entries(from));
  const wanted = Object.entries(filters).flatMap(([name, { column }]) => {
    if (column === undefined) return [];
    const given = values.get(name) ?? null;
    const value = Array.isArray(given) ? given.filter(mayBeStored) : given;
    return [[column.as, column.type === 'bytea' && typeof value === 'string' ? hashOf(value) : value]];
  });
  return Object.fromEntries(wanted) as Wanted;
}
