/**
 * Checks an operation with its variables before a field runs: the types of the variables, the cost, the size of each
 * field's arguments, and a token of the request limit for each mutation (docs/rules.md#graphql-request-tokens).
 */
import { type DocumentNode, GraphQLError, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Viewer } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { checkFieldBytes } from './check-field-bytes.ts';
import { variableFaults } from './check-variables.ts';
import { costFaults } from './limit-cost.ts';
import { requestFault } from './refusal.ts';
import { type Fragments, rootFields } from './root-fields.ts';

export interface Sender extends Viewer {
  /** Bytes of the body. */
  readonly bodyBytes: number;
  /** Takes so many tokens of the platform's request limit; throws `rate_limited`. */
  readonly takeTokens: (count: number) => Promise<void>;
}

export function limitOperation(): Plugin<Sender> {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, contextValue: context } = args;
      const operation = getOperationAST(document, operationName);
      if (!operation) return;
      const variables: Readonly<Record<string, unknown>> = args.variableValues ?? {};
      const faults = variableFaults(schema, operation, variables);
      if (Object.keys(faults).length > 0) {
        const { message, code, details } = invalid(faults);
        const error = new GraphQLError(message, { extensions: { ...requestFault, code, ...details } });
        return setResultAndStopExecution({ errors: [error] });
      }
      const errors = costFaults({ schema, document, operation, variables, context });
      if (errors.length > 0) return setResultAndStopExecution({ errors });
      const fields = [...rootFields(operation, fragmentsOf(document), variables).values()];
      checkFieldBytes(fields, { bodyBytes: context.bodyBytes, variables });
      if (operation.operation === OperationTypeNode.MUTATION) {
        const mutations = fields.filter(({ name }) => !name.value.startsWith('__'));
        // The request itself took the first token.
        if (mutations.length > 1) await context.takeTokens(mutations.length - 1);
      }
    },
  };
}

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const named = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  );
  return Object.fromEntries(named);
}
