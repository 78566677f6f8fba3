/**
 * Checks an operation (limits/limit-operation.ts), then decides where it is executed: a mutation here, a cheap query
 * here too, unless its text read too much lately (src/http/reads/execute-here.ts), and a dear one in the thread of dear
 * queries (thread/), or here while that starts and it is a list. Adds the cost to the response.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
  print,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { mutationAnswerBytesMax } from '../../ground/lists/answer-limit.ts';
import { mebibyte } from '../bodies/body-limits.ts';
import { executeHere } from '../reads/execute-here.ts';
import type { MovedReads } from '../reads/moved-reads.ts';
import { executeWithin } from './execute-within.ts';
import { boundData } from './limits/bound-answer.ts';
import { checkOperation, type Sender, takeMutationTokens } from './limits/limit-operation.ts';
import { mutationReadBytesMax } from './limits/read-limits.ts';
import { isOfPlainLists } from './thread/early-queries.ts';
import { cheapCost, runsOnThread } from './thread/runs-on-thread.ts';
import type { ThreadAnswer, ThreadQuery } from './thread/thread-messages.ts';

const ofMutation = {
  bytes: mutationReadBytesMax,
  message: `The mutation was executed, but its selection reads more than ${mutationReadBytesMax / mebibyte} MiB of stored contents: ask for them in a query.`,
};

/** `moved`: cheap queries that read too much for the process. */
export function executeOperation(moved: MovedReads): Plugin<Sender> {
  return {
    async onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const { document, operationName, contextValue: context } = args;
      const operation = getOperationAST(document, operationName);
      if (!operation) return;
      const checked = checkOperation(args, operation);
      if ('refused' in checked) return setResultAndStopExecution(checked.refused);
      const { cost, fields, extensions } = checked;
      if (operation.operation === OperationTypeNode.MUTATION) {
        await takeMutationTokens(args, fields);
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
      const isDear = runsOnThread(cost, document);
      setExecuteFn(async (given: ExecutionArgs) => {
        const isEarly = isDear && isOfPlainLists(given.schema, document) && context.takeEarly(cost);
        if (!isDear || isEarly) {
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
