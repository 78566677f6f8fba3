/** Limits of what is counted in a document: its tokens, and the aliases and directives of an operation. */
import {
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type ValidationContext,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** A document with more tokens is refused while it is parsed. */
export function limitTokens(most: number): Plugin {
  // By this message alone GraphQL.js tells the error from others.
  const tooLong = `Syntax Error: Document contains more that ${most} tokens. Parsing aborted.`;
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => {
        try {
          return parse(source, { ...options, maxTokens: most });
        } catch (error) {
          throw error instanceof GraphQLError && error.message === tooLong
            ? exceeded(`Token limit of ${most} exceeded.`)
            : error;
        }
      });
    },
  };
}

type Node = OperationDefinitionNode | FragmentDefinitionNode | SelectionNode;

export interface CountLimit {
  /** Such as `Aliases`. */
  readonly what: string;
  readonly most: number;
  /** Counts on one node, without what is selected of it. */
  readonly on: (node: Node) => number;
}

/** An operation with more is refused when the document is validated. Fragments count at each spread. */
export function limitCount(limit: CountLimit): Plugin {
  const { what, most } = limit;
  const rule = (context: ValidationContext) => {
    const known = new Map<string, number>();
    return {
      OperationDefinition(operation: OperationDefinitionNode) {
        const found = countIn(operation, { limit, context, known });
        if (found > most) throw exceeded(`${what} limit of ${most} exceeded, found ${found}.`);
      },
    };
  };
  return { onValidate: ({ addValidationRule }) => addValidationRule(rule) };
}

interface Counting {
  readonly limit: CountLimit;
  readonly context: ValidationContext;
  /** Counts of the fragments so far, by name; 0 for one that is being counted, since it may spread itself. */
  readonly known: Map<string, number>;
}

function countIn(node: Node, counting: Counting): number {
  const { limit, context, known } = counting;
  const own = limit.on(node);
  if (node.kind !== Kind.FRAGMENT_SPREAD) {
    const selections = node.selectionSet?.selections ?? [];
    return selections.reduce((count, selection) => count + countIn(selection, counting), own);
  }
  const { value: name } = node.name;
  const before = known.get(name);
  // The directives of a further spread do not count.
  if (before !== undefined) return before;
  known.set(name, 0);
  const fragment = context.getFragment(name);
  const found = fragment ? countIn(fragment, counting) : 0;
  known.set(name, found);
  return own + found;
}

function exceeded(message: string): GraphQLError {
  return new GraphQLError(`Syntax Error: ${message}`);
}
