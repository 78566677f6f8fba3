/** Faults that the contract and a verb find in one request, told as one list. */
import type { FieldErrors } from '../src/errors.ts';

/** What the contract says of a value, or of one inside or around it, stands for what the verb says of it. */
export function mergeFaults(byContract: FieldErrors, byVerb: FieldErrors): FieldErrors {
  const told = Object.keys(byContract);
  const isNew = ([path]: readonly [string, unknown]) =>
    !told.some((other) => path === other || path.startsWith(`${other}.`) || other.startsWith(`${path}.`));
  return { ...byContract, ...Object.fromEntries(Object.entries(byVerb).filter(isNew)) };
}
