/**
 * What a GraphQL document may ask for. The documents of REST do not come through here: they are ours, and known.
 *
 * Aliases, directives and tokens are counted by GraphQL Armor as the document is read; depth, breadth and cost by
 * Pothos, with the variables of the request, since a page size may hide in one.
 */
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { createComplexityRule } from '@pothos/plugin-complexity';
import { GraphQLError, type ValidationContext, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isStorable } from './input.ts';

/** Of one document (issue: GraphQL hardened from the start). REST's own need at most 142 tokens,
 * 8 aliases and 27 fields, go 5 deep and cost 3,101. */
export const graphqlLimits = {
  tokens: 2_000,
  aliases: 30,
  /** Fewer than the ten of one kind that scanners try. */
  directives: 9,
  /** Fields below fields; the deepest that leads anywhere new has 7. */
  depth: 8,
  /** Fields, fragments written out. */
  breadth: 300,
  /** Fields times the rows they may come in (schema/field-cost.ts): some three full pages of the largest list. */
  cost: 10_000,
} as const;

/** What is said with a fault of the document: its status, where the client asked for statuses (GraphQL over HTTP, 6.4). */
export const requestFault = { code: 'validation_failed', http: { status: 400, spec: true } } as const;

export function documentLimits(): readonly Plugin[] {
  const { tokens, aliases, directives } = graphqlLimits;
  return [
    maxTokensPlugin({ n: tokens }),
    maxAliasesPlugin({ n: aliases, allowList: [] }),
    maxDirectivesPlugin({ n: directives }),
    { onValidate: ({ addValidationRule }) => addValidationRule(keepableLiterals) },
    { onExecute: limitCost },
  ];
}

type OnExecute = NonNullable<Plugin['onExecute']>;

/** Not a rule of validation, whose results are kept by document while variables differ. */
const limitCost: OnExecute = ({ args, setResultAndStopExecution }) => {
  const { schema, document, variableValues, operationName, contextValue } = args;
  const { cost, depth, breadth } = graphqlLimits;
  const found: GraphQLError[] = [];
  const rule = createComplexityRule({
    variableValues: variableValues ?? {},
    ...(operationName == null ? {} : { operationName }),
    context: contextValue,
    maxComplexity: cost,
    maxDepth: depth,
    maxBreadth: breadth,
    // Faults of variables are left to the execution, which words them.
    onResult: (_result, errors) => found.push(...errors),
  });
  validate(schema, document, [rule]);
  if (found.length > 0) {
    const errors = found.map(({ message }) => new GraphQLError(message, { extensions: requestFault }));
    setResultAndStopExecution({ errors });
  }
};

/** Literals of a document are held to what variables are (rest/read-json.ts): kept as they were sent, or refused. */
function keepableLiterals(context: ValidationContext) {
  return {
    StringValue(node: { readonly value: string }) {
      if (!isStorable(node.value)) context.reportError(new GraphQLError('A string must not hold U+0000.'));
    },
    IntValue({ value }: { readonly value: string }) {
      if (BigInt(value) !== BigInt(Number(value))) context.reportError(lostDigits());
    },
    FloatValue({ value }: { readonly value: string }) {
      if (!Number.isFinite(Number(value))) context.reportError(lostDigits());
    },
  };
}

function lostDigits(): GraphQLError {
  return new GraphQLError('A number cannot be kept exactly; send it as a string.');
}
