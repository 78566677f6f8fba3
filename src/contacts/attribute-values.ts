/** Checks the values of attributes against their definitions (docs/rules.md#attribute-values). */
import type { AttributeType } from '../../prisma/generated/client.ts';
import { type FieldErrors, pathsMax } from '../ground/errors/field-errors.ts';
import { isStorable } from '../ground/input/composed-text.ts';
import { didYouMean } from '../ground/input/near-name.ts';
import { isReservedName, reservedName } from '../ground/input/reserved-names.ts';
import { storedDigits } from '../ground/json-bytes.ts';

type AttributeValue = string | number | boolean;
export type Attributes = Readonly<Record<string, AttributeValue>>;

interface Definition {
  readonly type: AttributeType;
  readonly required: boolean;
}

export type Definitions = ReadonlyMap<string, Definition>;

/** Bytes of a contact's attributes as JSON, at most: a list shows those of each contact of its page. */
const attributesMaxBytes = 65_536;

const typeFaults: Readonly<Record<AttributeType, string>> = {
  string: 'must be a string without NUL or broken characters',
  number: 'must be a number',
  boolean: 'must be true or false',
  date: 'must be a date such as 2026-01-31',
};

/** Returns the faults of `given`, under `attributes.<key>`. A new contact must have every required attribute. */
export function attributeFaults(
  definitions: Definitions,
  given: Readonly<Record<string, unknown>>,
  creating: boolean,
): FieldErrors {
  const faults = new Map<string, string>();
  for (const [key, value] of Object.entries(given)) {
    if (faults.size >= pathsMax) break;
    const definition = definitions.get(key);
    if (isReservedName(key)) faults.set(key, reservedName);
    else if (!definition) faults.set(key, `has no definition${didYouMean(key, definitions.keys())}`);
    else if (value === null) {
      if (definition.required) faults.set(key, 'is required and cannot be cleared');
    } else if (!isOfType(definition.type, value)) faults.set(key, typeFaults[definition.type]);
  }
  if (creating) {
    for (const key of requiredOf(definitions)) {
      if (faults.size >= pathsMax) break;
      if (!Object.hasOwn(given, key)) faults.set(key, 'is required for a new contact');
    }
  }
  return Object.fromEntries([...faults].map(([key, fault]) => [`attributes.${key}`, [fault]]));
}

const requiredKeys = new WeakMap<Definitions, readonly string[]>();

/** A batch asks for each of its contacts. */
function requiredOf(definitions: Definitions): readonly string[] {
  const known = requiredKeys.get(definitions);
  if (known) return known;
  const keys = [...definitions].flatMap(([key, { required }]) => (required ? [key] : []));
  requiredKeys.set(definitions, keys);
  return keys;
}

/** Returns `stored` with the keys of valid `given`; null clears. */
export function mergeAttributes(stored: Attributes, given: Readonly<Record<string, unknown>>): Attributes {
  const merged = new Map<string, unknown>([...Object.entries(stored), ...Object.entries(given)]);
  return Object.fromEntries([...merged].filter((entry): entry is [string, AttributeValue] => entry[1] !== null));
}

/** The fault of a change that leaves a contact with more than it may have, and with more than it had. */
export function sizeFaults(before: Attributes, after: Attributes): FieldErrors {
  const bytes = bytesOf(after);
  if (bytes <= attributesMaxBytes || bytes <= bytesOf(before)) return {};
  return {
    attributes: [
      `must take at most ${attributesMaxBytes} bytes as JSON with all digits of numbers, with those that the contact has`,
    ],
  };
}

/** With all digits of its numbers, as lists read them from the database. */
function bytesOf(attributes: Attributes): number {
  let bytes = Buffer.byteLength(JSON.stringify(attributes));
  for (const value of Object.values(attributes)) {
    if (typeof value === 'number') bytes += Math.max(0, Math.ceil(storedDigits(value)) - String(value).length);
  }
  return bytes;
}

function isOfType(type: AttributeType, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' && isStorable(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isCalendarDay(value);
  }
}

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // A day after the end of the month would become a day of the next.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
