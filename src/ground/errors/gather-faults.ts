/** Several checks of one request, whose faults are reported together. */
import { DomainError, type FieldErrors } from './errors.ts';

/** Returns the field errors that `work` throws; empty when `work` throws nothing. Rejects with any other error. */
export async function faultsThrown(work: () => unknown): Promise<FieldErrors> {
  try {
    await work();
    return {};
  } catch (error) {
    if (error instanceof DomainError && error.details.errors) return error.details.errors;
    throw error;
  }
}

/**
 * Returns the results of both works. If one throws field errors, rejects with the code of the first and the field
 * errors of both; any other error takes precedence.
 */
export async function gatherFaults<One, Two>(
  one: () => Promise<One>,
  two: () => Promise<Two>,
): Promise<readonly [One, Two]> {
  const settled = await Promise.allSettled([one(), two()]);
  const reasons: readonly unknown[] = settled.flatMap((work) => (work.status === 'rejected' ? [work.reason] : []));
  const refusals = reasons.filter(
    (reason): reason is DomainError => reason instanceof DomainError && reason.details.errors !== undefined,
  );
  const other = reasons.find((reason) => !refusals.some((refusal) => refusal === reason));
  if (other !== undefined) throw other;
  const [first, second] = refusals;
  if (first) {
    const errors = { ...first.details.errors, ...second?.details.errors };
    throw new DomainError(first.code, first.message, { ...first.details, errors });
  }
  const [{ value: left }, { value: right }] = settled as [PromiseFulfilledResult<One>, PromiseFulfilledResult<Two>];
  return [left, right];
}
