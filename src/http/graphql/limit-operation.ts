/**
 * Checks an operation with its variables before a field runs: the types of the variables, the cost, the size of each
 * field's arguments, and a token of the request limit for each mutation (docs/rules.md#graphql-request-tokens). Adds the
 * cost to the response.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Viewer } from '../../context.ts';
import { mutationAnswerBytesMax } from '../../ground/answer-limit.ts';
import { invalid } from '../../ground/errors.ts';
import { mebibyte } from '../body-limits.ts';
import { executeHere } from '../execute-here.ts';
import type { MovedReads } from '../moved-reads.ts';
import type { EndRead } from '../read-room.ts';
import type { ReleaseRoom } from '../request-room.ts';
import { boundData } from './bound-answer.ts';
import { checkFieldBytes } from './check-field-bytes.ts';
import { variableFaults } from './check-variables.ts';
import { executeWithin } from './execute-within.ts';
import { graphqlLimits } from './graphql-limits.ts';
import { costOf } from './limit-cost.ts';
import { mutationReadBytesMax } from './read-limits.ts';
import { requestFault } from './refusal.ts';
import { type Fragments, rootFields } from './root-fields.ts';
import { cheapCost, runsOnThread } from './runs-on-thread.ts';
import type { ThreadAnswer, ThreadQuery } from './thread-messages.ts';

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
  /** Executes a query in the thread of dear queries; null where there is none. Throws `unavailable`. */
  readonly runApart: (query: Omit<ThreadQuery, 'viewer' | 'at' | 'rest'>) => Promise<ThreadAnswer> | null;
}

const ofMutation = {
  bytes: mutationReadBytesMax,
  message: `The mutation was executed, but its selection reads more than ${mutationReadBytesMax / mebibyte} MiB of stored contents: ask for them in a query.`,
};

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

/** `moved`: cheap queries that read too much for the process. */
export function limitOperation(moved: MovedReads): Plugin<Sender> {
  return {
    async onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const { document, operationName, contextValue: context } = args;
      const operation = getOperationAST(document, operationName);
      if (!operation) return;
      const checked = checkOperation(args, operation);
      if ('refused' in checked) return setResultAndStopExecution(checked.refused);
      const { cost, fields, extensions } = checked;
      if (operation.operation === OperationTypeNode.MUTATION) {
        const mutations = fields.filter(({ name }) => !name.value.startsWith('__'));
        // The request itself took the first token.
        if (mutations.length > 1) await context.takeTokens(mutations.length - 1);
      }
      const isQuery = operation.operation === OperationTypeNode.QUERY;
      const isCheap = cost <= cheapCost;
      if (!isQuery) {
        setExecuteFn(async (given: ExecutionArgs) => {
          const release = isCheap ? null : await context.takeRoom(cost);
          try {
            const execute = () => executeFn(given) as Promise<ExecutionResult>;
            return boundData(await executeWithin(ofMutation, execute), mutationAnswerBytesMax);
          } finally {
            release?.();
          }
        });
        return tell(extensions);
      }
      const text = document.loc?.source.body ?? '';
      setExecuteFn(async (given: ExecutionArgs) => {
        if (!runsOnThread(cost, document)) {
          const begin = () => context.beginRead(cost);
          const execute = (contextValue: Sender) => executeFn({ ...given, contextValue }) as Promise<ExecutionResult>;
          const executed = await executeHere({
            viewer: context,
            begin,
            moved,
            name: text,
            isHeavyReader: context.isHeavyReader,
            execute,
          });
          if (executed !== null) return executed;
        }
        const release = await context.takeRoom(Math.max(cost, cheapCost));
        try {
          const apart = context.runApart(threadQuery(given, extensions));
          return await (apart === null ? executeFn(given) : apart.then((answer) => resultOf(answer, document)));
        } finally {
          release();
        }
      });
      return tell(extensions);
    },
  };
}

function threadQuery(
  args: ExecutionArgs,
  extensions: Record<string, unknown>,
): Omit<ThreadQuery, 'viewer' | 'at' | 'rest'> {
  const { document, operationName = null, variableValues: variables } = args;
  return { text: document.loc?.source.body ?? print(document), operationName, variables: variables ?? {}, extensions };
}

/** The result of a query that the thread has executed. Yoga makes a response of whatever `stringify` returns. */
function resultOf(answer: ThreadAnswer, { loc }: DocumentNode): ExecutionResult {
  if ('refusal' in answer) throw new Error('The thread answered a query as if it were of REST');
  if ('bytes' in answer) return Object.assign({ data: {} }, { stringify: () => answer.bytes });
  const errors = answer.errors.map(
    ({ message, ...parts }) => new GraphQLError(message, { ...parts, source: loc?.source }),
  );
  return { errors, data: answer.data };
}

type ExecuteHooks = Exclude<Awaited<ReturnType<NonNullable<Plugin<Sender>['onExecute']>>>, void>;

/** Adds `extensions` to the result of an operation. */
function tell(extensions: object): ExecuteHooks {
  return {
    onExecuteDone({ result, setResult }) {
      if (Symbol.asyncIterator in result) return;
      setResult({ ...result, extensions: { ...result.extensions, ...extensions } });
    },
  };
}

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const named = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  );
  return Object.fromEntries(named);
}
