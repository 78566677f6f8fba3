import { pathsMax } from '../ground/errors/field-errors.ts';
import { didYouMean } from '../ground/input/near-name.ts';
import { type EventField, isScalar, type ScalarType } from './event-field.ts';
import { scalarFault } from './scalar-fault.ts';

/** Faults by path, such as `payload.items.2.price`; empty when the payload is valid. */
export type PayloadFaults = Record<string, string[]>;

const noFields: readonly EventField[] = [];

/**
 * Checks an event's payload against the fields of its type (docs/rules.md#payload-fields). Stops after as many faults
 * as a response has.
 */
export function checkPayload(fields: readonly EventField[], payload: unknown): PayloadFaults {
  const check: Check = { path: ['payload'], faults: new Map() };
  checkObject(fields, payload, check);
  return Object.fromEntries(check.faults);
}

/** `path`: of the value that is looked at. It is written for a fault alone: a payload may have 100,000 values. */
interface Check {
  readonly path: (string | number)[];
  readonly faults: Map<string, string[]>;
}

function fault({ path, faults }: Check, text: string): void {
  faults.set(path.join('.'), [text]);
}

function checkObject(fields: readonly EventField[], value: unknown, check: Check): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fault(check, typeof value === 'string' ? 'must be an object, not a string' : 'must be an object');
    return;
  }
  const { path, faults } = check;
  const { byName, required } = indexOf(fields);
  for (const name of Object.keys(value)) {
    if (faults.size >= pathsMax) return;
    const item: unknown = value[name as keyof typeof value];
    const field = byName.get(name);
    path.push(name);
    if (!field) fault(check, `is not a field of this event type${didYouMean(name, byName.keys())}`);
    else if (item !== undefined && item !== null) checkField(field, item, check);
    else if (field.required) fault(check, 'is required');
    path.pop();
  }
  for (const name of required) {
    if (faults.size >= pathsMax) return;
    if (!Object.hasOwn(value, name)) faults.set([...path, name].join('.'), ['is required']);
  }
}

interface FieldIndex {
  readonly byName: ReadonlyMap<string, EventField>;
  readonly required: readonly string[];
}

/** Made once for each list of fields, so the optional fields that an empty object lacks cost nothing. */
const indexes = new WeakMap<readonly EventField[], FieldIndex>();

function indexOf(fields: readonly EventField[]): FieldIndex {
  const known = indexes.get(fields);
  if (known) return known;
  const index = {
    byName: new Map(fields.map((field) => [field.name, field])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
  indexes.set(fields, index);
  return index;
}

function checkField(field: EventField, value: unknown, check: Check): void {
  if (isScalar(field.type)) {
    checkScalar(field.type, value, check);
  } else if (field.type === 'object') {
    checkObject(field.fields ?? noFields, value, check);
  } else if (!Array.isArray(value)) {
    fault(check, 'must be a list');
  } else {
    const { path, faults } = check;
    const { items, fields = noFields } = field;
    for (let position = 0; position < value.length && faults.size < pathsMax; position += 1) {
      path.push(position);
      if (items) checkScalar(items.type, value[position], check);
      else checkObject(fields, value[position], check);
      path.pop();
    }
  }
}

function checkScalar(type: ScalarType, value: unknown, check: Check): void {
  const wrong = scalarFault(type, value);
  if (wrong !== null) fault(check, wrong);
  // PostgreSQL's jsonb cannot store U+0000, and no mail could show it.
  else if (typeof value === 'string' && value.includes('\0')) fault(check, 'must not hold the character U+0000');
}
