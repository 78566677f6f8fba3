const PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*$/;

/**
 * Parses a path as tags, `each` and `when` have it: `event.items`, `attributes.plan`, `item.sku`; null when it is invalid.
 */
export function parsePath(path: string): readonly string[] | null {
  const trimmed = path.trim();
  return PATH.test(trimmed) ? trimmed.split('.') : null;
}
