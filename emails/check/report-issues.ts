/** Reports the faults that a schema found, under their paths and in plain words. */
import { z } from 'zod';
import '../../src/ground/input/zod-words.ts';
import { hint } from '../language/hint.ts';

/**
 * Reports each fault of `schema` under the path of its value, unknown keys under their own.
 * @param attributes Keys that an object at `path` has in its `attrs`.
 */
export function reportIssues(
  issues: readonly z.core.$ZodIssue[],
  path: string,
  { fault }: { fault(path: string, message: string): void },
  schema: z.ZodType,
  attributes: readonly string[] = [],
): void {
  for (const issue of issues) {
    const at = [path, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(schema, issue.path);
      for (const [index, key] of issue.keys.entries()) {
        const misplaced = issue.path.length === 0 && attributes.includes(key);
        // The names that there are follow one key of an object: a list behind each of a thousand keys helps nobody.
        const place = misplaced ? ' It belongs in `attrs`.' : hint(key, known) || (index === 0 ? listed(known) : '');
        fault(`${at === '' ? '' : `${at}.`}${key}`, `Unknown key.${place}`);
      }
    } else fault(at, issue.message);
  }
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? '' : ` There are ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

/** Returns the keys that an object at `path` may have; none where the schema cannot tell. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const key of path) {
    const inner = unwrap(at);
    if (inner instanceof z.ZodArray) at = inner.element;
    else if (inner instanceof z.ZodRecord) at = inner.valueType;
    else at = inner instanceof z.ZodObject ? inner.shape[String(key)] : undefined;
  }
  const found = unwrap(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.out) : schema;
}
