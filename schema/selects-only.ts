import type { GraphQLResolveInfo, SelectionNode } from 'graphql';

/**
 * Whether the request selects no other fields of this one than `names`. Visits each fragment once, because fragments
 * that spread each other twice would otherwise double the work at each level.
 */
export function selectsOnly({ fieldNodes, fragments }: GraphQLResolveInfo, names: ReadonlySet<string>): boolean {
  const visited = new Set<string>();
  const isNamed = (selection: SelectionNode): boolean => {
    if (selection.kind === 'Field') return names.has(selection.name.value);
    if (selection.kind === 'InlineFragment') return selection.selectionSet.selections.every(isNamed);
    const { value } = selection.name;
    if (visited.has(value)) return true;
    visited.add(value);
    return fragments[value]?.selectionSet.selections.every(isNamed) ?? false;
  };
  return fieldNodes.every(({ selectionSet }) => selectionSet?.selections.every(isNamed) ?? true);
}
