/** Texts of which only the places are known while their marks are read. */
import type { Inline } from './inline-node.ts';
import type { Parts } from './merge-tags.ts';

/**
 * Text of a constant, by its place. Neighbours become one piece as numbers: joined as strings, each sign of a text of
 * marks that never close would leave a string of its own.
 */
export class Piece {
  constructor(
    readonly part: number,
    readonly from: number,
    public end: number,
  ) {}
}

/** A text whose pieces are not yet strings. */
export type Raw<T> = Piece | T;

/** Makes strings of the pieces of `source`. */
export function spellOut<T>(nodes: readonly Inline<Raw<T>>[], source: Parts<T>): readonly Inline<T>[] {
  return nodes.map((node) => {
    if (node.kind === 'text') return { kind: 'text', parts: toParts(node.parts, source) };
    if (node.kind === 'break') return node;
    const children = spellOut(node.children, source);
    return node.kind === 'link'
      ? { kind: 'link', href: toParts(node.href, source), children }
      : { kind: node.kind, children };
  });
}

/** Neighbouring constants become one. */
function toParts<T>(raw: Parts<Raw<T>>, source: Parts<T>): Parts<T> {
  const parts: (string | T)[] = [];
  let texts: string[] = [];
  const endText = () => {
    if (texts.length > 0) parts.push(texts.join(''));
    texts = [];
  };
  for (const one of raw) {
    if (typeof one === 'string') texts.push(one);
    else if (one instanceof Piece) texts.push(String(source[one.part]).slice(one.from, one.end));
    else {
      endText();
      parts.push(one);
    }
  }
  endText();
  return parts;
}
