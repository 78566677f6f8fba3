import type { Ctx } from '../../context.ts';
import { isUnavailable } from '../../db/connections/is-unavailable.ts';
import { DomainError } from '../../ground/errors/errors.ts';

/** The errors that the results of a batch show. */
export interface ItemRefusals {
  of(error: unknown): DomainError;
  /** Logs what is no `DomainError`: one line for each kind, with the number of items. */
  log(): void;
}

interface Failures {
  readonly first: unknown;
  readonly items: number;
}

export function createItemRefusals({ app, platformId: platform, apiKeyId: key }: Ctx): ItemRefusals {
  const failures = new Map<'unavailable' | 'internal_error', Failures>();
  return {
    of(error) {
      if (error instanceof DomainError) return error;
      const code = isUnavailable(error) ? 'unavailable' : 'internal_error';
      const { first = error, items = 0 } = failures.get(code) ?? {};
      failures.set(code, { first, items: items + 1 });
      return new DomainError(code);
    },
    log() {
      for (const [code, { first: err, items }] of failures) {
        const line = { err, platform, key, items };
        if (code === 'unavailable') app.log.warn(line, 'The database could not serve emits of a batch');
        else app.log.error(line, 'Emits of a batch failed');
      }
    },
  };
}
