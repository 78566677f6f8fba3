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

interface JsonPlace {
  readonly value: object;
  readonly path: readonly string[];
}

/** Returns the paths of reserved keys in a JSON value, at any depth; at most 100. */
export function reservedPaths(root: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const open: JsonPlace[] = isObject(root) ? [{ value: root, path: [] }] : [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const [key, inner] of Object.entries(place.value)) {
      const named = !Array.isArray(place.value) && isReservedName(key);
      if (named) found.push([...place.path, key]);
      if (found.length === pathsMax) return found;
      if (isObject(inner)) open.push({ value: inner, path: [...place.path, key] });
    }
  }
  return found;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
