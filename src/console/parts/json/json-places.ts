/** Where a path such as `blocks.2.text` stands in a JSON document. */
import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds that reading a document may take. */
const patience = 500;

/** Places by path. A path that leads nowhere gets the nearest place above it. */
export function placesOf(state: EditorState, paths: readonly string[]): ReadonlyMap<string, Place> {
  const tree = paths.length === 0 ? null : ensureSyntaxTree(state, state.doc.length, patience);
  const root = tree?.topNode.firstChild;
  if (!root) return new Map();
  return new Map(paths.map((path) => [path, placeOf(state, root, path)]));
}

function placeOf(state: EditorState, root: SyntaxNode, path: string): Place {
  let node = root;
  for (const part of path.split(/[.[\]]+/).filter((name) => name !== '')) {
    const next = node.name === 'Array' ? itemAt(node, Number(part)) : memberAt(state, node, part);
    if (!next) break;
    node = next;
  }
  // A block of many lines would be underlined as a whole: its first line shows the place.
  const line = state.doc.lineAt(node.from);
  return { from: node.from, to: Math.max(node.from + 1, Math.min(node.to, line.to)) };
}

function itemAt(array: SyntaxNode, index: number): SyntaxNode | null {
  let child = array.firstChild;
  let position = -1;
  for (; child; child = child.nextSibling) {
    if (child.name === '[' || child.name === ']' || child.name === ',') continue;
    position += 1;
    if (position === index) return child;
  }
  return null;
}

function memberAt(state: EditorState, object: SyntaxNode, name: string): SyntaxNode | null {
  for (const property of object.getChildren('Property')) {
    const key = property.getChild('PropertyName');
    if (key && state.sliceDoc(key.from + 1, key.to - 1) === name) return property.lastChild;
  }
  return null;
}
