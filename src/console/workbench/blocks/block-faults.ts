/** The faults of a composition at the blocks and fields that they belong to. */
import type { FieldErrors } from '../../api/fault.ts';
import { type JsonPath, pathText } from '../json-at.ts';

/** Faults below a path; their own paths begin there. */
export function faultsBelow(errors: FieldErrors, path: JsonPath): FieldErrors {
  const start = pathText(path);
  return Object.fromEntries(
    Object.entries(errors).flatMap(([at, messages]) =>
      at === start || at.startsWith(`${start}.`) ? [[at.slice(start.length + 1), messages]] : [],
    ),
  );
}

/** Faults of the block alone, without those of blocks inside of it. */
export function ownFaults(errors: FieldErrors, path: JsonPath): FieldErrors {
  return Object.fromEntries(
    Object.entries(faultsBelow(errors, path)).filter(([at]) => !/^(?:columns\.\d+\.)?children\./.test(at)),
  );
}

/** The messages for a field; those of its members are named by their place. */
export function faultOfField(errors: FieldErrors, field: JsonPath): string | null {
  const found = Object.entries(faultsBelow(errors, field));
  return found.length === 0 ? null : found.map(([at, messages]) => [at, messages.join(' ')].join(' ').trim()).join(' ');
}

/** Faults at none of these fields. */
export function otherFaults(errors: FieldErrors, fields: readonly JsonPath[]): FieldErrors {
  const starts = fields.map(pathText);
  return Object.fromEntries(
    Object.entries(errors).filter(([at]) => !starts.some((start) => at === start || at.startsWith(`${start}.`))),
  );
}
