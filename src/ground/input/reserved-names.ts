/**
 * Names that no field, attribute or payload key may have (docs/rules.md#reserved-names): JavaScript gives them a
 * meaning of its own, so libraries drop or misread them.
 */

const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Paths that one search returns, at most. */
const pathsMax = 100;

export const reservedName = 'is a reserved name';

export function isReservedName(name: string): boolean {
  return reservedNames.has(name);
}

/** A reserved key in the text of `JSON.stringify`; a quote within a string is escaped there. */
const reservedKey = /[{,]"(?:__proto__|constructor|prototype)":/;

/** Whether JSON text that `JSON.stringify` wrote has a reserved key: a hundred times as fast as the search for its path. */
export function hasReservedKey(json: string): boolean {
  return reservedKey.test(json);
}

interface JsonPlace {
  readonly value: object;
  readonly key: string;
  readonly parent: JsonPlace | null;
}

/** Returns the paths of reserved keys in a JSON value, at any depth; at most 100. */
export function reservedPaths(root: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const open: JsonPlace[] = isObject(root) ? [{ value: root, key: '', parent: null }] : [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    const isList = Array.isArray(value);
    for (const key of Object.keys(value)) {
      const inner: unknown = value[key as keyof typeof value];
      if (!isList && isReservedName(key)) found.push([...pathTo(place), key]);
      if (found.length === pathsMax) return found;
      if (isObject(inner)) open.push({ value: inner, key, parent: place });
    }
  }
  return found;
}

function pathTo(place: JsonPlace): readonly string[] {
  const path: string[] = [];
  for (let at: JsonPlace | null = place; at?.parent; at = at.parent) path.unshift(at.key);
  return path;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
