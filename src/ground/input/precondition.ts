/**
 * A write on condition that its object has not changed (docs/rules.md#preconditions). A tag names one state of an object;
 * `*` stands for any, so that there must be an object.
 */
import { DomainError, invalid } from '../errors/errors.ts';

/** The tags of which one must be that of the present state; null: no condition. */
export type Precondition = readonly string[] | null | undefined;

/** Tags of one condition; a client that holds more has lost track. */
export const tagsMax = 20;

export const anyTag = '*';

/** Rejects a list that names nothing, or too much. */
export function checkPrecondition(wanted: Precondition): void {
  if (wanted == null) return;
  if (wanted.length === 0) throw invalid({ ifMatch: ['must not be empty'] });
  if (wanted.length > tagsMax) throw invalid({ ifMatch: [`must have at most ${tagsMax} etags`] });
}

/** Rejects with `precondition_failed` where the present state has none of the tags. `present` is null without an object. */
export function requirePrecondition(wanted: Precondition, present: string | null): void {
  if (wanted == null || (present !== null && wanted.some((tag) => tag === anyTag || tag === present))) return;
  throw new DomainError('precondition_failed');
}
