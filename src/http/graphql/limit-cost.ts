/**
 * The cost of an operation (docs/rules.md#graphql-cost), counted by Pothos with the variables of the request, since a
 * variable may hold the size of a page.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { graphqlLimits } from './graphql-limits.ts';
import { requestFault } from './refusal.ts';

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
export function costOf({ schema, document, operation, variables, context }: Asked): Cost {
  // Pothos counts the first operation of a document.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const alone = { ...document, definitions: [operation, ...fragments] };
  const { complexity, depth, breadth } = complexityFromQuery(alone, { schema, variables, ctx: context });
  const errors = [
    ['complexity', complexity, graphqlLimits.cost] as const,
    ['depth', depth, graphqlLimits.depth] as const,
    ['breadth', breadth, graphqlLimits.breadth] as const,
  ]
    .filter(([, found, max]) => found > max)
    .map(
      ([what, found, max]) =>
        new GraphQLError(`Query ${what} of ${found} exceeds max ${what} of ${max}`, { extensions: requestFault }),
    );
  return { cost: complexity, errors };
}
