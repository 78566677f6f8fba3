/** Rules of the style sheet that a document's blocks have of their own. */
import type { OwnStyles } from '../document/block.ts';

/** A block that was read, as far as its rules go. */
interface Styled {
  readonly bound: { readonly styles: OwnStyles };
  readonly children: readonly Styled[];
  readonly columns: readonly { readonly children: readonly Styled[] }[];
}

/** Returns every rule of the document for narrow, or for dark screens, once. */
export function ownStyles(blocks: readonly Styled[], screen: keyof OwnStyles): readonly string[] {
  return [...new Set(allStyles(blocks, screen))];
}

function* allStyles(blocks: readonly Styled[], screen: keyof OwnStyles): Generator<string> {
  for (const { bound, children, columns } of blocks) {
    const rule = bound.styles[screen];
    if (rule !== undefined) yield rule;
    yield* allStyles(children, screen);
    for (const column of columns) yield* allStyles(column.children, screen);
  }
}
