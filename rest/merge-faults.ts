/** Faults that the OpenAPI file and a verb find in one request, told as one list. */
import type { FieldErrors } from '../src/errors.ts';

/**
 * What the OpenAPI file says of a value, or of one inside or around it, stands for what the verb says of it. What the verb
 * says of the whole input (an empty path), and all that it says of a body which is at fault as a whole, is left out.
 */
export function mergeFaults(byContract: FieldErrors, byVerb: FieldErrors): FieldErrors {
  if (Object.hasOwn(byContract, 'body')) return byContract;
  const told = Object.keys(byContract);
  const isNew = ([path]: readonly [string, unknown]) =>
    path !== '' &&
    !told.some((other) => path === other || path.startsWith(`${other}.`) || other.startsWith(`${path}.`));
  return { ...byContract, ...Object.fromEntries(Object.entries(byVerb).filter(isNew)) };
}
