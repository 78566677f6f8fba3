/** Where a tag's value comes from: what its path means at its place in the document. */

export type Root = 'event' | 'contact' | 'attributes' | 'system' | 'item';

export interface Source {
  readonly root: Root;
  /** Of an item: which of the repeats around the tag holds it, the outermost being 0; otherwise 0. */
  readonly depth: number;
  /** What to read, from the root on. */
  readonly path: readonly string[];
  /** The tag as people and `fell_back` know it: `event.customer_name`, `event.items.sku` for an item's field. */
  readonly name: string;
}

/** One repeat around a place: the name of its item, and the list that it goes through. */
export interface Repeated {
  readonly as: string;
  readonly list: Source;
}

/** The repeats around a place, outermost first. */
export type Scope = readonly Repeated[];

export const OUTERMOST: Scope = [];
const ROOTS = ['event', 'contact', 'attributes', 'system'] as const;

/** What a path means in a scope; null when its first word is neither a root nor an item. */
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

/** Whether a name is free for an item. */
export function isRootName(name: string): boolean {
  return ROOTS.some((root) => root === name);
}
