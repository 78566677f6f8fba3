/** Selections made from the schema: what the longest query of a console would ask of an object. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../schema/index.ts';

/** A field that costs more is for single rows: a page of such fields does not fit (docs/rules.md#graphql-cost). */
const rowCostMax = 1_000;

/** Selects every field of `type`, `levels` of objects deep; of pages their rows and their count. */
export function wholeSelection(type: GraphQLObjectType, levels: number): string {
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  return `{ ${fields.map((field) => selectionOf(field, levels)).join(' ')} }`;
}

/** Rendered for each row: a list asks for those of the rows that are seen (docs/rules.md#subjects-in-lists). */
const ofSeenRows = 'Message.subject';

/**
 * Selects what belongs to a row of `type` itself: every value and every part without an id of its own. Of other objects
 * it selects the id; pages are left out.
 */
export function rowSelection(type: GraphQLObjectType, above: readonly string[] = []): string {
  const parts = Object.values(type.getFields()).map(({ name, type: fieldType, args, extensions }) => {
    const named = getNamedType(fieldType);
    if (args.some(isRequiredArgument) || costOf(extensions) > rowCostMax) return '';
    if (`${type.name}.${name}` === ofSeenRows) return '';
    if (isLeafType(named)) return name;
    if (!isObjectType(named) || named.name.endsWith('Connection')) return '';
    if (named.getInterfaces().length > 0) return `${name} { id }`;
    // Fields of events hold fields, in three levels.
    if (above.filter((known) => known === named.name).length === 2) return '';
    return `${name} ${rowSelection(named, [...above, named.name])}`;
  });
  return `{ ${parts.filter((part) => part !== '').join(' ')} }`;
}

function costOf({ complexity }: Readonly<Record<string, unknown>>): number {
  const own = complexity as { readonly field?: number } | undefined;
  return own?.field ?? 0;
}

function selectionOf({ name, type }: GraphQLField<unknown, unknown>, levels: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return name;
  if (isInterfaceType(named) && levels > 0) {
    const types = schema.getPossibleTypes(named).filter(isObjectType);
    const fragments = types.map((one) => `... on ${one.name} ${wholeSelection(one, levels - 1)}`);
    return `${name} { __typename ${fragments.join(' ')} }`;
  }
  if (!isObjectType(named)) return '';
  const isPage = /(?:Connection|Edge|PageInfo)$/.test(named.name);
  if (levels === 0 && !isPage) return '';
  return `${name} ${wholeSelection(named, isPage ? levels : levels - 1)}`.replace(/\{\s*\}/, '{ __typename }');
}
