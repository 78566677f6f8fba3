import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLDirective,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;
type Variables = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of Query or Mutation that a valid operation executes, one for each key of its response. Visits
 * each fragment once.
 */
export function rootFields(
  { selectionSet }: OperationDefinitionNode,
  fragments: Fragments,
  variables: Variables,
): ReadonlyMap<string, FieldNode> {
  const fields = new Map<string, FieldNode>();
  const spread = new Set<string>();

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue;
      switch (selection.kind) {
        case Kind.FIELD:
          fields.set((selection.alias ?? selection.name).value, selection);
          break;
        case Kind.INLINE_FRAGMENT:
          collect(selection.selectionSet);
          break;
        case Kind.FRAGMENT_SPREAD: {
          const name = selection.name.value;
          const fragment = fragments[name];
          if (fragment && !spread.has(name)) {
            spread.add(name);
            collect(fragment.selectionSet);
          }
        }
      }
    }
  }

  collect(selectionSet);
  return fields;
}

interface Directed {
  readonly directives?: readonly DirectiveNode[];
}

function isIncluded(node: Directed, variables: Variables): boolean {
  const value = (directive: GraphQLDirective) => getDirectiveValues(directive, node, { ...variables })?.if;
  return value(GraphQLSkipDirective) !== true && value(GraphQLIncludeDirective) !== false;
}
