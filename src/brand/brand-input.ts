/** The input of a brand (docs/rules.md#brand): names as GraphQL has them; emails/document/brand.ts checks the values. */
import { type Brand, checkBrand } from '../../emails/index.ts';
import { invalid } from '../ground/errors/errors.ts';
import { composed } from '../ground/input/composed-text.ts';
import { isRecord } from '../ground/input/input.ts';

/** Returns the brand with its nulls left out; throws `validation_failed` under the path of each fault. */
export function readBrand(input: unknown): Brand {
  const checked = checkBrand(renamed(input, snakeCase));
  if (checked.ok) return withoutNulls(checked.brand) as Brand;
  const faults = Object.entries(checked.errors);
  throw invalid(Object.fromEntries(faults.map(([path, messages]) => [camelCase(path), messages])));
}

/** The same value with other names of members; texts as they are compared and stored. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? composed(value) : value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]));
}

/** Leaves out an object or a list without members too, so that equal brands are stored alike. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, withoutNulls(inner)] as const);
  return Object.fromEntries(members.filter(([, inner]) => !isEmpty(inner)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

function camelCase(path: string): string {
  return path.replace(/_([a-z])/g, (_sign, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
