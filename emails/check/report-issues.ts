/** Reports the faults that a schema found, under their paths and in plain words. */
import { z } from 'zod';
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
      for (const key of issue.keys) {
        const place =
          issue.path.length === 0 && attributes.includes(key) ? ' It belongs in `attrs`.' : hint(key, known);
        fault(`${at === '' ? '' : `${at}.`}${key}`, `Unknown key.${place}`);
      }
    } else fault(at, messageOf(issue));
  }
}

/** Keeps messages of this project's schemas; replaces messages of zod. */
function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (!issue.message.startsWith('Invalid input')) return issue.message;
      return issue.message.endsWith('received undefined') ? 'is required' : `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return issue.message.startsWith('Invalid') ? `must be ${issue.values.map(String).join(' or ')}` : issue.message;
    case 'too_big':
    case 'too_small':
      return issue.message.startsWith('Too ') ? sizeMessage(issue) : issue.message;
    default:
      return issue.message;
  }
}

const articles: Readonly<Record<string, string>> = {
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

function withArticle(type: string): string {
  return articles[type] ?? `a ${type}`;
}

function sizeMessage(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const [word, limit] = issue.code === 'too_big' ? ['most', issue.maximum] : ['least', issue.minimum];
  const shown = Number(limit).toLocaleString('en');
  switch (issue.origin) {
    case 'string':
      return `must have at ${word} ${shown} character${limit === 1 ? '' : 's'}`;
    case 'array':
      return `must have at ${word} ${shown} item${limit === 1 ? '' : 's'}`;
    default:
      return `must be at ${word} ${shown}`;
  }
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
