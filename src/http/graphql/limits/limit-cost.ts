/**
 * The cost of an operation (docs/rules.md#graphql-cost), counted by Pothos with the variables of the request, since a
 * variable may hold the size of a page.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { costFault, requestFault } from '../error-http.ts';
import { dearestField } from './dearest-field.ts';
import { graphqlLimits } from './graphql-limits.ts';

interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Variables as sent; they fit their types. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: object;
}

export interface Cost {
  readonly cost: number;
  /** The limits that the operation is beyond, as errors. */
  readonly errors: readonly GraphQLError[];
}

/** What the operation costs. Each selection of the document is looked at once. */
export function costOf(asked: Asked): Cost {
  const { schema, document, operation, variables, context } = asked;
  // Pothos counts the first operation of a document.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const alone = { ...document, definitions: [operation, ...fragments] };
  const { complexity, depth, breadth } = complexityFromQuery(alone, { schema, variables, ctx: context });
  const errors = [['depth', depth, graphqlLimits.depth] as const, ['breadth', breadth, graphqlLimits.breadth] as const]
    .filter(([, found, max]) => found > max)
    .map(
      ([what, found, max]) =>
        new GraphQLError(`Query ${what} of ${found} exceeds max ${what} of ${max}`, { extensions: requestFault }),
    );
  if (complexity > graphqlLimits.cost) errors.unshift(tooCostly(asked, complexity));
  return { cost: complexity, errors };
}

function tooCostly({ schema, document, operation, variables: sent }: Asked, cost: number): GraphQLError {
  const { coerced: variables = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...sent });
  const dearest = dearestField({ schema, document, operation, variables });
  const shown = (count: number) => count.toLocaleString('en');
  const most = dearest ? ` ${dearest.path} costs most: ${shown(dearest.cost)}.` : '';
  const message = `The ${operation.operation} costs ${shown(cost)}, and one may cost ${shown(graphqlLimits.cost)} at most.${most}`;
  return new GraphQLError(message, { extensions: costFault, ...(dearest && { nodes: [dearest.node] }) });
}
