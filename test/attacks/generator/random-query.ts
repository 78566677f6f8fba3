/** A random document that the limits allow: some fields of Query, with arguments of known rows, wide or deep below. */
import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from 'graphql';
import { schema } from '../../../schema/index.ts';
import { graphqlLimits } from '../../../src/http/graphql/limits/graphql-limits.ts';
import { operators, rootCall, variablesOf, withVariables } from '../reads/dear-queries.ts';
import { argumentsBelow, measure } from '../reads/dear-selection.ts';
import type { WorstRows } from '../reads/worst-rows.ts';
import type { Random } from './random.ts';

export interface RandomQuery {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cost: number;
  /** Fields of the root, for reports. */
  readonly fields: readonly string[];
}

/** Fields of the root in one document, and documents that are made until one is legal. */
const rootsMax = 6;
const tries = 40;

export function randomQuery(random: Random, rows: WorstRows): RandomQuery {
  const all = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ name }) => !operators.includes(name));
  for (let left = tries; left > 0; left -= 1) {
    const picked = Array.from({ length: 1 + random.int(random.once(3) ? rootsMax : 2) }, () => random.pick(all));
    // The later the try, the smaller the document.
    const width = Math.max(2, Math.floor((60 * left) / tries / picked.length));
    const written = picked.map((field, n) => `a${n}: ${withSelection(random, field, rows, width)}`).join(' ');
    const variables = variablesOf(written);
    const document = withVariables(written, variables);
    const cost = measure(document, variables);
    if (cost > graphqlLimits.cost) continue;
    if (validate(schema, parse(document), [OverlappingFieldsCanBeMergedRule]).length > 0) continue;
    return { document, variables, cost, fields: picked.map(({ name }) => name) };
  }
  return { document: '{ currentKey { id } }', variables: {}, cost: 2, fields: ['currentKey'] };
}

function withSelection(random: Random, field: GraphQLField<unknown, unknown>, rows: WorstRows, width: number): string {
  const page = random.pick([1, 10, 20, 50]);
  const call = rootCall(field, rows, page);
  const type = getNamedType(field.type);
  return isObjectType(type) || isInterfaceType(type)
    ? `${call} ${selection(random, type, { page, width, levels: 6 })}`
    : call;
}

interface Room {
  readonly page: number;
  /** Fields that this selection may have, those inside of it included. */
  readonly width: number;
  readonly levels: number;
}

function selection(random: Random, type: GraphQLObjectType | GraphQLInterfaceType, room: Room): string {
  if (isInterfaceType(type)) {
    const types = schema.getPossibleTypes(type);
    const picked = [...new Set(Array.from({ length: 1 + random.int(3) }, () => random.pick(types)))];
    return `{ __typename ${picked.map((one) => `... on ${one.name} ${selection(random, one, { ...room, width: Math.ceil(room.width / picked.length) })}`).join(' ')} }`;
  }
  const fields = Object.values(type.getFields()).filter(
    ({ name, args }) =>
      name !== 'edges' && !args.some((arg) => isRequiredArgument(arg) && arg.name !== 'from' && arg.name !== 'to'),
  );
  const written = new Map<string, string>();
  let left = room.width;
  for (let asked = Math.min(fields.length, room.width) + 1; asked > 0 && left > 0; asked -= 1) {
    const field = random.pick(fields);
    const named = getNamedType(field.type);
    const name = `${field.name}${argumentsBelow(field, room.page)}`;
    if (written.has(field.name)) continue;
    if (isLeafType(named)) written.set(field.name, name);
    else if ((isObjectType(named) || isInterfaceType(named)) && room.levels > 1) {
      const width = Math.max(1, Math.ceil(left / (1 + random.int(3))));
      written.set(field.name, `${name} ${selection(random, named, { ...room, width, levels: room.levels - 1 })}`);
      left -= width;
    } else continue;
    left -= 1;
  }
  return `{ ${written.size === 0 ? '__typename' : [...written.values()].join(' ')} }`;
}
