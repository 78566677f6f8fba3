/** Selections made from the schema: what the longest query of a console would ask of an object. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Selects every field of `type`, `levels` of objects deep; of pages their rows and their count. */
export function wholeSelection(type: GraphQLObjectType, levels: number): string {
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  return `{ ${fields.map((field) => selectionOf(field, levels)).join(' ')} }`;
}

function selectionOf({ name, type }: GraphQLField<unknown, unknown>, levels: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return name;
  if (!isObjectType(named)) return '';
  const isPage = /(?:Connection|Edge|PageInfo)$/.test(named.name);
  if (levels === 0 && !isPage) return '';
  return `${name} ${wholeSelection(named, isPage ? levels : levels - 1)}`.replace(/\{\s*\}/, '{ __typename }');
}
