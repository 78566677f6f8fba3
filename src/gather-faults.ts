/** Several checks of one request, whose faults are told at once. */
import { DomainError, type FieldErrors } from './errors.ts';

/** What `work` refuses with faults of fields; empty when it refuses nothing. Rejects with any other error. */
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
 * The results of both works. Where one refuses with faults of fields, rejects with the first refusal's code and the
 * faults of both; any other error goes first.
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
