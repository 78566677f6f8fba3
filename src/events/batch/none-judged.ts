import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import type { DomainError } from '../../ground/errors/errors.ts';

/** Codes that say nothing about an item. */
const ofWholeRequest: readonly ErrorCode[] = ['unauthenticated', 'platform_suspended', 'unavailable', 'internal_error'];

/** What keeps every item from being judged is the error of the request, with its status. Null: an item has no error. */
export function throwIfNoneJudged(refusals: readonly (DomainError | null)[]): void {
  const [first] = refusals;
  if (first && refusals.every((one) => one !== null && ofWholeRequest.includes(one.code))) throw first;
}
