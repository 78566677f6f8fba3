/** What those who ask for a picture, or bring one, hear while its store fails (docs/rules.md#failing-picture-store). */
import { DomainError } from '../../ground/errors/errors.ts';

export class StoreUnavailable extends DomainError {
  constructor(
    /** `store`: it did not answer at all, so nothing else would do better; `object`: it refused this request. */
    readonly concerns: 'store' | 'object',
  ) {
    super('unavailable', 'The store of pictures does not answer. Retry after the time in `Retry-After`.');
  }
}

/** True for a request that the store refused; throws anything else. */
export function wasRefused(error: unknown): true {
  if (error instanceof StoreUnavailable && error.concerns === 'object') return true;
  throw error;
}
