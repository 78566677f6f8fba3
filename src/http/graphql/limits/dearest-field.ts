/**
 * Finds the field that makes an operation dear, for the message that rejects it (docs/rules.md#graphql-cost). Counts as
 * Pothos does, field by field, since Pothos has no more than the sum.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { graphqlLimits } from './graphql-limits.ts';

interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Variables of their types, with the defaults of the operation. */
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface DearField {
  /** Names of fields from the root, such as `workspaces.edges.node`. */
  readonly path: string;
  /** What the field adds to the cost of the operation, with all that is selected below it. */
  readonly cost: number;
  readonly node: FieldNode;
}

/** A field where it is selected, and what it costs in one row of its parent. */
interface Counted {
  readonly node: FieldNode;
  readonly type: GraphQLNamedType;
  readonly cost: number;
  /** Rows that its selections count for. */
  readonly rows: number;
}

/** Schema extensions in which Pothos keeps what `fieldCost` of schema/field-cost.ts has returned, or is to return. */
type Complexity = number | { readonly field?: number; readonly multiplier?: number };

/**
 * Returns the dearest field of the root or, where one field below makes up half of it or more, that field, and so on.
 * Null for an operation without fields. Each selection set is counted once for each type that it is of.
 */
export function dearestField({ schema, document, operation, variables }: Asked): DearField | null {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const sums = new Map<SelectionSetNode, Map<GraphQLNamedType, number>>();

  let type = schema.getRootType(operation.operation) as GraphQLNamedType | undefined;
  let selections: SelectionSetNode | undefined = operation.selectionSet;
  let rows = 1;
  let found: DearField | null = null;
  for (let depth = 0; type && selections && depth < graphqlLimits.depth; depth += 1) {
    const [dearest]: readonly Counted[] = fieldsOf(selections, type).toSorted((a, b) => b.cost - a.cost);
    if (!dearest) break;
    const cost = rows * dearest.cost;
    if (found && 2 * cost < found.cost) break;
    const { node }: Counted = dearest;
    found = { path: found ? `${found.path}.${node.name.value}` : node.name.value, cost, node };
    rows *= dearest.rows;
    type = dearest.type;
    selections = node.selectionSet;
  }
  return found;

  /** The fields of one level; a fragment stands for its fields. */
  function fieldsOf(set: SelectionSetNode, parent: GraphQLNamedType): readonly Counted[] {
    const fields: Counted[] = [];
    const spread = new Set<string>();
    const collect = ({ selections: inner }: SelectionSetNode, of: GraphQLNamedType) => {
      for (const selection of inner) {
        if (selection.kind === Kind.FIELD) fields.push(count(selection, of));
        else {
          if (selection.kind === Kind.FRAGMENT_SPREAD) {
            if (spread.has(selection.name.value)) continue;
            spread.add(selection.name.value);
          }
          const target = fragmentOf(selection, of);
          if (target) collect(...target);
        }
      }
    };
    collect(set, parent);
    return fields;
  }

  function sumOf(set: SelectionSetNode, of: GraphQLNamedType): number {
    const known = sums.get(set)?.get(of);
    if (known !== undefined) return known;
    let sum = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) sum += count(selection, of).cost;
      else {
        const target = fragmentOf(selection, of);
        if (target) sum += sumOf(...target);
      }
    }
    sums.set(set, (sums.get(set) ?? new Map()).set(of, sum));
    return sum;
  }

  function count(node: FieldNode, of: GraphQLNamedType): Counted {
    const field = isObjectType(of) || isInterfaceType(of) ? of.getFields()[node.name.value] : undefined;
    // `__typename` and its like are fields of no type.
    if (!field) return { node, type: of, cost: 1, rows: 0 };
    const { complexity } = field.extensions;
    const option: Complexity | undefined =
      typeof complexity === 'function'
        ? complexity(getArgumentValues(field, node, { ...variables }), {}, field)
        : (complexity as Complexity | undefined);
    const own = typeof option === 'number' ? option : (option?.field ?? 1);
    const rowsBelow = typeof option === 'object' ? (option.multiplier ?? 1) : 1;
    const named = getNamedType(field.type);
    const below = node.selectionSet ? rowsBelow * sumOf(node.selectionSet, named) : 0;
    return { node, type: named, cost: own + below, rows: rowsBelow };
  }

  function fragmentOf(
    selection: Exclude<SelectionNode, FieldNode>,
    of: GraphQLNamedType,
  ): [SelectionSetNode, GraphQLNamedType] | null {
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (!fragment) return null;
    const { typeCondition, selectionSet } = fragment;
    return [selectionSet, (typeCondition && schema.getType(typeCondition.name.value)) || of];
  }
}
