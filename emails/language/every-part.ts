import { variantsOf } from './choices.ts';
import { type Parts, parseText } from './merge-tags.ts';

/** The words and tags of a text; of a text with choices those of all its variants, and what these are chosen by. */
export function everyPart(text: string): Parts {
  const found = variantsOf(text);
  if (found === null) return parseText(text).parts;
  return found.variants.flatMap(
    ({ chosen, text: variant }): Parts => [
      ...chosen.map(({ selector }) => ({ path: selector.path, filters: [] })),
      ...parseText(variant).parts,
    ],
  );
}
