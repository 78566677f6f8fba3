import { pathsMax } from '../ground/errors/field-errors.ts';
import { didYouMean } from '../ground/input/near-name.ts';
import { type EventField, isScalar, type ScalarType } from './event-field.ts';
import { scalarFault } from './scalar-fault.ts';

/** Faults by path, such as `payload.items.2.price`; empty when the payload is valid. */
export type PayloadFaults = Record<string, string[]>;

type Faults = Map<string, string[]>;

const noFields: readonly EventField[] = [];

/**
 * Checks an event's payload against the fields of its type (docs/rules.md#payload-fields). Stops after as many faults
 * as a response has.
 */
export function checkPayload(fields: readonly EventField[], payload: unknown): PayloadFaults {
  const faults: Faults = new Map();
  checkObject(fields, payload, 'payload', faults);
  return Object.fromEntries(faults);
}

function checkObject(fields: readonly EventField[], value: unknown, path: string, faults: Faults): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.set(path, [typeof value === 'string' ? 'must be an object, not a string' : 'must be an object']);
    return;
  }
  const { byName, required } = indexOf(fields);
  for (const [name, item] of Object.entries(value)) {
    if (faults.size >= pathsMax) return;
    const at = `${path}.${name}`;
    const field = byName.get(name);
    if (!field) faults.set(at, [`is not a field of this event type${didYouMean(name, byName.keys())}`]);
    else if (item !== undefined && item !== null) checkField(field, item, at, faults);
    else if (field.required) faults.set(at, ['is required']);
  }
  for (const name of required) {
    if (faults.size >= pathsMax) return;
    if (!Object.hasOwn(value, name)) faults.set(`${path}.${name}`, ['is required']);
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

function checkField(field: EventField, value: unknown, path: string, faults: Faults): void {
  if (isScalar(field.type)) {
    checkScalar(field.type, value, path, faults);
  } else if (field.type === 'object') {
    checkObject(field.fields ?? noFields, value, path, faults);
  } else if (!Array.isArray(value)) {
    faults.set(path, ['must be a list']);
  } else {
    for (const [position, item] of value.entries()) {
      if (faults.size >= pathsMax) return;
      const at = `${path}.${position}`;
      if (field.items) checkScalar(field.items.type, item, at, faults);
      else checkObject(field.fields ?? noFields, item, at, faults);
    }
  }
}

function checkScalar(type: ScalarType, value: unknown, path: string, faults: Faults): void {
  const fault = scalarFault(type, value);
  if (fault !== null) faults.set(path, [fault]);
  // PostgreSQL's jsonb cannot store U+0000, and no mail could show it.
  else if (typeof value === 'string' && value.includes('\0')) faults.set(path, ['must not hold the character U+0000']);
}
