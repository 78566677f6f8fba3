/**
 * Checks an operation with its variables before a field runs: the types of the variables, the cost, the size of each
 * field's arguments, and the tokens of the request limit (docs/rules.md#graphql-request-tokens).
 * src/http/graphql/execute-operation.ts executes what passes.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Viewer } from '../../../context.ts';
import { tokensOfBatch } from '../../../ground/batch-tokens.ts';
import { invalid } from '../../../ground/errors/errors.ts';
import type { EndRead } from '../../reads/read-room.ts';
import type { ReleaseRoom } from '../../request-room.ts';
import { requestFault } from '../error-http.ts';
import { type Fragments, rootFields } from '../root-fields.ts';
import type { ThreadAnswer, ThreadQuery } from '../thread/thread-messages.ts';
import { checkFieldBytes } from './check-field-bytes.ts';
import { variableFaults } from './check-variables.ts';
import { graphqlLimits } from './graphql-limits.ts';
import { costOf } from './limit-cost.ts';

export interface Sender extends Viewer {
  /** Bytes of the body. */
  readonly bodyBytes: number;
  /** Takes so many tokens of the platform's request limit; throws `rate_limited`. */
  readonly takeTokens: (count: number) => Promise<void>;
  /** Waits until a query of this cost may run beside the others in the process; throws `unavailable`. */
  readonly beginRead: (cost: number) => Promise<EndRead>;
  /** Whether the platform read much within the last minute. */
  readonly isHeavyReader: () => boolean;
  /** Waits until an operation of this cost may run beside the others; throws `unavailable`. */
  readonly takeRoom: (cost: number) => Promise<ReleaseRoom>;
  /** Whether a list of this cost is executed in the process, since the thread of dear queries is not ready. */
  readonly takeEarly: (cost: number) => boolean;
  /** Executes a query in the thread of dear queries; null where there is none. Throws `unavailable`. */
  readonly runApart: (query: Omit<ThreadQuery, 'viewer' | 'at' | 'rest'>) => Promise<ThreadAnswer> | null;
}

/** What an operation may cost, or why it is not executed. */
export type CheckedOperation =
  | { readonly refused: ExecutionResult }
  | { readonly cost: number; readonly fields: readonly FieldNode[]; readonly extensions: Record<string, unknown> };

/** Checks the variables, the cost and the sizes of an operation. Throws `payload_too_large`. */
export function checkOperation(args: ExecutionArgs, operation: OperationDefinitionNode): CheckedOperation {
  const { schema, document } = args;
  const context = args.contextValue as Sender;
  const variables: Readonly<Record<string, unknown>> = args.variableValues ?? {};
  const faults = variableFaults(schema, operation, variables);
  if (Object.keys(faults).length > 0) {
    const { message, code, details } = invalid(faults);
    const error = new GraphQLError(message, { extensions: { ...requestFault, code, ...details } });
    return { refused: { errors: [error] } };
  }
  const { cost, errors } = costOf({ schema, document, operation, variables, context });
  const extensions = { cost: { requested: cost, limit: graphqlLimits.cost } };
  if (errors.length > 0) return { refused: { errors, extensions } };
  const fields = [...rootFields(operation, fragmentsOf(document), variables).values()];
  checkFieldBytes(fields, { bodyBytes: context.bodyBytes, variables });
  return { cost, fields, extensions };
}

/** Takes the tokens of all mutations but one, which the request itself took. Throws `rate_limited`. */
export async function takeMutationTokens(args: ExecutionArgs, fields: readonly FieldNode[]): Promise<void> {
  const context = args.contextValue as Sender;
  const tokens = fields.map((field) => tokensOf(args, field)).reduce((sum, count) => sum + count, 0);
  if (tokens > 1) await context.takeTokens(tokens - 1);
}

/** A mutation takes one token, and a batch of emits more. */
function tokensOf({ schema, variableValues }: ExecutionArgs, node: FieldNode): number {
  const name = node.name.value;
  const field = schema.getMutationType()?.getFields()[name];
  if (!field || name.startsWith('__')) return 0;
  if (name !== 'eventBatchEmit') return 1;
  const { input } = getArgumentValues(field, node, { ...variableValues });
  return tokensOfBatch(Object(input).events);
}

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const named = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  );
  return Object.fromEntries(named);
}
