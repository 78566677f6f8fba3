import { invalid } from '../ground/errors/errors.ts';
import { isStorable } from '../ground/input/composed-text.ts';
import { isRecord } from '../ground/input/input.ts';
import { didYouMean } from '../ground/input/near-name.ts';
import { isReservedName, reservedName } from '../ground/input/reserved-names.ts';
import { type EventField, type FieldType, fieldTypes, isScalar, type ScalarType, scalarTypes } from './event-field.ts';
import { fallbackFault } from './scalar-fault.ts';

/** Fields of one event type, all levels counted (docs/rules.md#event-fields). */
const maxFields = 100;
/** Levels of fields; the event's own fields are the first. */
const maxLevels = 3;
/** UTF-16 units of a fallback: a page of event types shows those of each. */
const fallbackMaxLength = 1_000;
const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const knownKeys: readonly string[] = ['name', 'type', 'required', 'fallback', 'fields', 'items'];

type Faults = Record<string, string[]>;

/**
 * Checks the fields of a save and returns them in the stored form. `{}` means `[]`. Throws `validation_failed` with
 * each fault under its path, such as `fields.2.type`.
 */
export function checkFields(input: unknown): readonly EventField[] {
  const faults: Faults = {};
  const fields = isRecord(input) && Object.keys(input).length === 0 ? [] : readList(input, 'fields', 1, faults);
  if (Object.keys(faults).length === 0 && count(fields) > maxFields) {
    fault(faults, 'fields', `must hold at most ${maxFields} fields, those inside others included`);
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return fields;
}

function readList(input: unknown, path: string, level: number, faults: Faults): EventField[] {
  if (!Array.isArray(input)) {
    fault(faults, path, 'must be an array of fields');
    return [];
  }
  if (input.length > maxFields) {
    fault(faults, path, `must hold at most ${maxFields} fields`);
    return [];
  }
  if (level > maxLevels) {
    fault(faults, path, `must not nest deeper than ${maxLevels} levels`);
    return [];
  }
  const seen = new Set<string>();
  return input.flatMap((item: unknown, index) => {
    const field = readField(item, `${path}.${index}`, level, faults);
    if (field === null) return [];
    if (seen.has(field.name)) fault(faults, `${path}.${index}.name`, 'is the name of another field here');
    seen.add(field.name);
    return [field];
  });
}

function readField(item: unknown, path: string, level: number, faults: Faults): EventField | null {
  if (!isRecord(item)) {
    fault(faults, path, 'must be an object');
    return null;
  }
  for (const key of Object.keys(item)) {
    if (!knownKeys.includes(key)) fault(faults, `${path}.${key}`, `is not a known field${didYouMean(key, knownKeys)}`);
  }
  const { name, required = false } = item;
  const type = fieldTypes.find((known) => known === item.type);
  const named = typeof name === 'string' && namePattern.test(name);
  if (!named) fault(faults, `${path}.name`, 'must be 1 to 64 letters, digits or "_", and not start with a digit');
  else if (isReservedName(name)) fault(faults, `${path}.name`, reservedName);
  if (typeof required !== 'boolean') fault(faults, `${path}.required`, 'must be true or false');
  if (type === undefined) fault(faults, `${path}.type`, `must be one of ${fieldTypes.join(', ')}`);
  if (!named || typeof required !== 'boolean' || type === undefined) return null;
  const fallback = readFallback(item.fallback, type, path, faults);
  return { name, type, required, fallback, ...readInner(item, type, path, level, faults) };
}

function readFallback(input: unknown, type: FieldType, path: string, faults: Faults): string | null {
  if (input === undefined || input === null) return null;
  const wrong = fallbackProblem(input, type);
  if (wrong !== null) fault(faults, `${path}.fallback`, wrong);
  return typeof input === 'string' ? input : null;
}

function fallbackProblem(input: unknown, type: FieldType): string | null {
  if (!isScalar(type)) return `cannot be given for a field of type ${type}`;
  if (typeof input !== 'string') return 'must be a string or null';
  if (input.length > fallbackMaxLength) return `must have at most ${fallbackMaxLength} characters`;
  if (!isStorable(input)) return 'holds characters that cannot be stored';
  return fallbackFault(type, input);
}

/** Reads the fields of an object, or the fields or items of a list. */
function readInner(
  item: Readonly<Record<string, unknown>>,
  type: FieldType,
  path: string,
  level: number,
  faults: Faults,
): Pick<EventField, 'fields' | 'items'> {
  const { fields, items } = item;
  if (items !== undefined && (type !== 'list' || fields !== undefined)) {
    fault(faults, `${path}.items`, 'belongs to a list of scalars alone');
    return {};
  }
  if (isScalar(type)) {
    if (fields !== undefined) fault(faults, `${path}.fields`, 'belongs to an object or a list of objects alone');
    return {};
  }
  if (items !== undefined) {
    const itemType = readItemType(items, path, faults);
    return itemType === null ? {} : { items: { type: itemType } };
  }
  if (fields === undefined) {
    const asked = type === 'list' ? 'must be given: `fields` for objects, or `items` for scalars' : 'must be given';
    fault(faults, `${path}.fields`, asked);
    return {};
  }
  return { fields: readList(fields, `${path}.fields`, level + 1, faults) };
}

function readItemType(items: unknown, path: string, faults: Faults): ScalarType | null {
  if (!isRecord(items)) {
    fault(faults, `${path}.items`, 'must be an object such as {"type": "string"}');
    return null;
  }
  for (const key of Object.keys(items)) {
    if (key !== 'type') fault(faults, `${path}.items.${key}`, 'is not a known field');
  }
  const type = scalarTypes.find((known) => known === items.type);
  if (type === undefined) fault(faults, `${path}.items.type`, `must be one of ${scalarTypes.join(', ')}`);
  return type ?? null;
}

function count(fields: readonly EventField[]): number {
  return fields.reduce((sum, { fields: inner = [] }) => sum + 1 + count(inner), 0);
}

function fault(faults: Faults, path: string, message: string): void {
  const known = faults[path];
  if (known) known.push(message);
  else faults[path] = [message];
}
