/** What inline marks make of a text (docs/rules.md#inline-marks). */
import type { Parts } from './merge-tags.ts';

export type Inline<T> =
  | { readonly kind: 'text'; readonly parts: Parts<T> }
  | { readonly kind: 'break' }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline<T>[] }
  | { readonly kind: 'link'; readonly href: Parts<T>; readonly children: readonly Inline<T>[] };

/** Returns every link of the text, in order. */
export function linksOf<T>(nodes: readonly Inline<T>[]): readonly Parts<T>[] {
  const links: Parts<T>[] = [];
  collectLinks(nodes, links);
  return links;
}

function collectLinks<T>(nodes: readonly Inline<T>[], links: Parts<T>[]): void {
  for (const node of nodes) {
    if (node.kind === 'link') links.push(node.href);
    if ('children' in node) collectLinks(node.children, links);
  }
}

/** Counts marks, links, line breaks and pieces of text, nested ones included. */
export function countOf<T>(nodes: readonly Inline<T>[]): number {
  let count = 0;
  for (const node of nodes) count += 'children' in node ? 1 + countOf(node.children) : 1;
  return count;
}
