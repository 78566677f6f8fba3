/** Which bracket closes which in a text of constants and tags, so that `…/Foo_(bar)` is the whole target of a link. */
import type { Parts } from './merge-tags.ts';

/** A character of a constant. */
export interface BracketPlace {
  readonly part: number;
  readonly at: number;
}

/** A blank ends every target that is open. */
const BRACKET = /[()\s]/g;

export const placeKey = (part: number, at: number) => `${part} ${at}`;

/** Returns the closing bracket of each opening one that has one before the next blank; one pass over all constants. */
export function pairBrackets(parts: Parts<unknown>): ReadonlyMap<string, BracketPlace> {
  const pairs = new Map<string, BracketPlace>();
  let open: string[] = [];
  for (const [part, text] of parts.entries()) {
    if (typeof text !== 'string') continue;
    for (const { 0: sign, index: at } of text.matchAll(BRACKET)) {
      if (sign === '(') open.push(placeKey(part, at));
      else if (sign === ')') {
        const opened = open.pop();
        if (opened !== undefined) pairs.set(opened, { part, at });
      } else if (open.length > 0) open = [];
    }
  }
  return pairs;
}
