/** Facts of a GraphQL request for the log: its root fields, and the code of its first error. */
import { type ExecutionArgs, type ExecutionResult, getOperationAST, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Exchange } from '../exchange.ts';

/** Root fields that one log line names; further fields are counted. */
const fieldsShown = 3;

/** Runs after `boundAnswer`, which gives each error its code. */
export function noteFacts(): Plugin<object, { readonly exchange: Exchange }> {
  return {
    onExecute: ({ args }) => noteOperation(args),
    onSubscribe: ({ args }) => noteOperation(args),
    onResultProcess({ result, serverContext }) {
      const { errors } = result as ExecutionResult;
      const code = errors?.[0]?.extensions?.code;
      if (typeof code === 'string') serverContext.exchange.facts.code = code;
    },
  };
}

function noteOperation({ document, operationName, contextValue }: ExecutionArgs): void {
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  // Names of validated fields come from the schema. The caller chose the name of the operation, which may hold a
  // key.
  const fields = operation.selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? [selection.name.value] : [],
  );
  const names = [...new Set(fields)];
  const more = names.length > fieldsShown ? [`… ${names.length - fieldsShown} more`] : [];
  const { facts } = (contextValue as { readonly exchange: Exchange }).exchange;
  facts.operation = `${operation.operation} ${[...names.slice(0, fieldsShown), ...more].join(', ')}`.trimEnd();
}
