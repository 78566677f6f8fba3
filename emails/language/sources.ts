/** The source of a tag's value: the meaning of its path at its place in the document. */

export type Root = 'event' | 'contact' | 'attributes' | 'system' | 'brand' | 'item';

export interface Source {
  readonly root: Root;
  /** For an item: the number of the repeat that holds it, the outermost being 0; otherwise 0. */
  readonly depth: number;
  /** The path to read from the root. */
  readonly path: readonly string[];
  /** The tag as `fell_back` names it: `event.customer_name`, `event.items.sku` for a field of an item. */
  readonly name: string;
}

/** One repeat around a place: the name of its item, and its list. */
export interface Repeated {
  readonly as: string;
  readonly list: Source;
}

/** The repeats around a place, outermost first. */
export type Scope = readonly Repeated[];

export const OUTERMOST: Scope = [];
const RESERVED = ['event', 'contact', 'attributes', 'system'] as const;
/** `brand` came later and is no reserved name: an item of that name hides it, as templates of then expect. */
const ROOTS = [...RESERVED, 'brand'] as const;

/** Returns the source of a path in a scope; null when the first word is neither a root nor an item. */
export function resolve(path: readonly string[], scope: Scope): Source | null {
  const [first = '', ...rest] = path;
  const depth = scope.findLastIndex((repeated) => repeated.as === first);
  const repeated = scope[depth];
  if (repeated !== undefined) {
    return { root: 'item', depth, path: rest, name: [repeated.list.name, ...rest].join('.') };
  }
  const root = ROOTS.find((known) => known === first);
  return root === undefined || rest.length === 0 ? null : { root, depth: 0, path: rest, name: path.join('.') };
}

/** Whether a name is reserved and no item may have it. */
export function isRootName(name: string): boolean {
  return RESERVED.some((root) => root === name);
}
