/** Merges the faults that the OpenAPI file and a verb find in one request (docs/rules.md#rest-error-paths). */
import type { FieldErrors } from '../src/ground/errors/errors.ts';

/**
 * A fault by the OpenAPI file replaces the verb's faults of the same value and of values inside or around it. The
 * verb's faults of the whole input (an empty path), and all its faults of a body that is invalid as a whole, are left
 * out.
 */
export function faultsOfBoth(byContract: FieldErrors, byVerb: FieldErrors): FieldErrors {
  if (Object.hasOwn(byContract, 'body')) return byContract;
  const told = Object.keys(byContract);
  const isNew = ([path]: readonly [string, unknown]) =>
    path !== '' &&
    !told.some((other) => path === other || path.startsWith(`${other}.`) || other.startsWith(`${path}.`));
  return { ...byContract, ...Object.fromEntries(Object.entries(byVerb).filter(isNew)) };
}
