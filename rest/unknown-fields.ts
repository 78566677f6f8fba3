/** What is said of a field or parameter that an operation does not know (docs/rules.md#unknown-fields). */
import { didYouMean } from '../src/ground/input/near-name.ts';

/** `known`: the names that the operation takes in its place. */
export function unknownField(kind: 'parameter' | 'field', written: string, known: readonly string[]): string {
  // Pages have no number: `page` is no misspelt `per_page`.
  const near = didYouMean(written, written === 'page' ? known.filter((name) => name !== 'per_page') : known);
  const others = kind === 'parameter' && known.length > 0 ? `; this operation takes ${known.join(', ')}` : '';
  return `is not a known ${kind}${near || others}`;
}
