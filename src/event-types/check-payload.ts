import { type EventField, isScalar, type ScalarType } from './event-field.ts';
import { scalarFault } from './scalar-fault.ts';

/** Faults by path below the payload, such as `payload.items.2.price`; empty when it fits. */
export type PayloadFaults = Record<string, string[]>;

/** Checks an event's payload against its type's fields (contract, Emit an event; decisions, section 5). */
export function checkPayload(fields: readonly EventField[], payload: unknown): PayloadFaults {
  const faults: PayloadFaults = {};
  checkObject(fields, payload, 'payload', faults);
  return faults;
}

function checkObject(fields: readonly EventField[], value: unknown, path: string, faults: PayloadFaults): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults[path] = ['must be an object'];
    return;
  }
  const given = new Map(Object.entries(value));
  for (const field of fields) {
    const at = `${path}.${field.name}`;
    const item = given.get(field.name);
    given.delete(field.name);
    if (item === undefined || item === null) {
      if (field.required) faults[at] = ['is required'];
    } else {
      checkField(field, item, at, faults);
    }
  }
  for (const unknown of given.keys()) faults[`${path}.${unknown}`] = ['is not a field of this event type'];
}

function checkField(field: EventField, value: unknown, path: string, faults: PayloadFaults): void {
  if (isScalar(field.type)) {
    checkScalar(field.type, value, path, faults);
  } else if (field.type === 'object') {
    checkObject(field.fields ?? [], value, path, faults);
  } else if (!Array.isArray(value)) {
    faults[path] = ['must be a list'];
  } else {
    for (const [position, item] of value.entries()) {
      const at = `${path}.${position}`;
      if (field.items) checkScalar(field.items.type, item, at, faults);
      else checkObject(field.fields ?? [], item, at, faults);
    }
  }
}

function checkScalar(type: ScalarType, value: unknown, path: string, faults: PayloadFaults): void {
  const fault = scalarFault(type, value);
  if (fault !== null) faults[path] = [fault];
  // PostgreSQL's jsonb cannot hold it, and no mail could show it.
  else if (typeof value === 'string' && value.includes('\0')) faults[path] = ['must not hold the character U+0000'];
}
