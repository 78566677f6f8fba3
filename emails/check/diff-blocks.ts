/** Finds the blocks that differ between two compositions: added, removed, moved, or with other attributes. */
import { isDeepStrictEqual } from 'node:util';
import type { Steps } from '../../src/ground/steps.ts';
import { MAX_BLOCKS, MAX_DEPTH } from '../document/composition.ts';

export interface ValueChange {
  /** `href`, `settings.width`. */
  readonly path: string;
  /** Undefined: there was no value. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface BlockChange {
  readonly change: 'added' | 'removed' | 'changed' | 'moved';
  readonly id: string;
  readonly type: string;
  /** Attributes beside the texts that can be translated; empty for an added, removed or merely moved block. */
  readonly attributes: readonly ValueChange[];
}

interface Placed {
  readonly id: string;
  readonly type: string;
  readonly attrs: Fields;
  /** Id of the block or column around it; empty for the document. */
  readonly parent: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Paths below `attrs` of the texts that can be translated, by block. */
export type TextPaths = ReadonlyMap<string, readonly string[]>;

/** Returns the changed blocks in the order of the new document, the removed ones last. One step for each block. */
export function* diffBlocks(
  before: readonly unknown[],
  after: readonly unknown[],
  texts: { readonly before: TextPaths; readonly after: TextPaths },
): Steps<readonly BlockChange[]> {
  const old = placedBlocks(before);
  const present = placedBlocks(after);
  const moved = movedBlocks(old, present);
  const changes: BlockChange[] = [];
  for (const [id, block] of present) {
    yield;
    const known = old.get(id);
    const { type } = block;
    if (known === undefined) {
      changes.push({ change: 'added', id, type, attributes: [] });
      continue;
    }
    const attributes = diffValues(
      withoutPaths(known.attrs, texts.before.get(id) ?? []),
      withoutPaths(block.attrs, texts.after.get(id) ?? []),
    );
    if (known.type !== type) attributes.push({ path: 'type', before: known.type, after: type });
    if (attributes.length > 0) changes.push({ change: 'changed', id, type, attributes });
    else if (moved.has(id)) changes.push({ change: 'moved', id, type, attributes });
  }
  for (const [id, { type }] of old) {
    if (!present.has(id)) changes.push({ change: 'removed', id, type, attributes: [] });
  }
  return changes;
}

/** Returns the values that differ; `before` is put before each path. */
export function diffValues(old: Fields, present: Fields, prefix = ''): ValueChange[] {
  const keys = new Set([...Object.keys(old), ...Object.keys(present)]);
  return [...keys].flatMap((key) => {
    const [before, after] = [old[key], present[key]];
    return isDeepStrictEqual(before, after) ? [] : [{ path: `${prefix}${key}`, before, after }];
  });
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Every block by id, within the limits of a composition; drafts may be larger. */
function placedBlocks(blocks: readonly unknown[]): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  const visit = (inner: readonly unknown[], parent: string, depth: number) => {
    if (depth > MAX_DEPTH) return;
    for (const written of inner) {
      const { id, type, attrs, children, columns } = fieldsOf(written);
      if (placed.size >= MAX_BLOCKS) return;
      if (typeof id !== 'string' || typeof type !== 'string' || placed.has(id)) continue;
      placed.set(id, { id, type, attrs: fieldsOf(attrs), parent });
      visit(listOf(children), id, depth + 1);
      for (const column of listOf(columns).slice(0, MAX_BLOCKS)) {
        const { id: columnId, children: inColumn } = fieldsOf(column);
        visit(listOf(inColumn), `${id} ${String(columnId)}`, depth + 1);
      }
    }
  };
  visit(blocks, '', 1);
  return placed;
}

/** Returns the blocks with another parent, and those that left the order of their siblings. */
function movedBlocks(old: ReadonlyMap<string, Placed>, present: ReadonlyMap<string, Placed>): ReadonlySet<string> {
  const order = new Map([...old.keys()].map((id, index) => [id, index]));
  const siblings = new Map<string, string[]>();
  const moved = new Set<string>();
  for (const [id, { parent }] of present) {
    const known = old.get(id);
    if (known === undefined) continue;
    if (known.parent === parent) siblings.set(parent, [...(siblings.get(parent) ?? []), id]);
    else moved.add(id);
  }
  for (const ids of siblings.values()) {
    const kept = longestRise(ids.map((id) => order.get(id) ?? 0));
    ids.forEach((id, index) => {
      if (!kept.has(index)) moved.add(id);
    });
  }
  return moved;
}

/** Returns the positions of a longest rising sequence among different numbers; at most MAX_BLOCKS of them. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const length: number[] = [];
  const previous: number[] = [];
  let end = -1;
  for (const [at, number] of numbers.entries()) {
    length[at] = 1;
    previous[at] = -1;
    for (let earlier = 0; earlier < at; earlier += 1) {
      const longer = (length[earlier] ?? 0) + 1;
      if ((numbers[earlier] ?? 0) < number && longer > (length[at] ?? 0)) {
        length[at] = longer;
        previous[at] = earlier;
      }
    }
    if (end < 0 || (length[at] ?? 0) > (length[end] ?? 0)) end = at;
  }
  const kept = new Set<number>();
  for (let at = end; at >= 0; at = previous[at] ?? -1) kept.add(at);
  return kept;
}

/** Returns a copy without the values at `paths`, such as `columns.0.label`. */
function withoutPaths(attrs: Fields, paths: readonly string[]): Fields {
  if (paths.length === 0) return attrs;
  const copy: Record<string, unknown> = structuredClone(attrs);
  for (const path of paths) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at: unknown = copy;
    for (const key of keys) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : null;
    if (typeof at === 'object' && at !== null) Reflect.deleteProperty(at, last);
  }
  return copy;
}
