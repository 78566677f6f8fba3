/**
 * Results of one event that streams share: streams that ask the same of the same changes with the same rights are
 * executed and written once (docs/rules.md#live-streams, docs/rules.md#live-feed).
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  getOperationAST,
  Kind,
  visit,
} from 'graphql';
import type { Viewer } from '../../context.ts';

type Results = Map<string, Promise<ExecutionResult>>;

// Held as long as a stream or the hub holds the event.
const ofEvents = new WeakMap<object, Results>();
const numbers = new WeakMap<DocumentNode, number>();
/** State of the process: a document has one number. */
let numbered = 0;

/** Returns a name that two subscriptions have in common if every event has one result for both. */
export function sharedName({ document, operationName, variableValues, contextValue }: Subscription): string {
  const operation = getOperationAST(document, operationName);
  const variables = variableValues ?? {};
  const used = [...variablesBelow(document, operation?.selectionSet.selections.filter(isField) ?? [])].sort();
  const { platformId, apiKeyId, scopes, workspaceId, operator } = contextValue;
  const rights = [platformId, apiKeyId, scopes, workspaceId, operator];
  return JSON.stringify([numberOf(document), operation?.name?.value, used.map((name) => variables[name]), rights]);
}

type Subscription = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & {
  readonly contextValue: Viewer;
};

const isField = (node: { readonly kind: Kind }): node is FieldNode => node.kind === Kind.FIELD;

function numberOf(document: DocumentNode): number {
  const known = numbers.get(document);
  if (known !== undefined) return known;
  numbered += 1;
  numbers.set(document, numbered);
  return numbered;
}

/** The variables that the result of an event can depend on: the arguments of the field itself have chosen the event. */
function variablesBelow(document: DocumentNode, fields: readonly FieldNode[]): ReadonlySet<string> {
  const ofRoot = new Set(fields.flatMap((field) => field.arguments ?? []));
  const names = new Set<string>();
  visit(document, {
    enter(node) {
      if (node.kind === Kind.VARIABLE) names.add(node.name.value);
      const isSkipped = node.kind === Kind.VARIABLE_DEFINITION || (node.kind === Kind.ARGUMENT && ofRoot.has(node));
      return isSkipped ? false : undefined;
    },
  });
  return names;
}

/**
 * Returns the result of `execute` for an event, or the result that another stream of the same name has or is about to
 * have. An execution that fails, such as that of a client that has left, is not shared.
 */
export async function sharedResult(
  event: object,
  name: string,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const results: Results = ofEvents.get(event) ?? new Map();
  ofEvents.set(event, results);
  for (let known = results.get(name); known; known = results.get(name)) {
    const result = await known.catch(() => null);
    if (result !== null) return result;
    if (results.get(name) === known) results.delete(name);
  }
  const made = execute();
  results.set(name, made);
  return made;
}
