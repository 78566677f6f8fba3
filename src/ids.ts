/** Ids of the service: ULIDs, 26 upper-case characters that order by the time they were minted (decisions, section 2). */
import { monotonicFactory } from 'ulid';

const next = monotonicFactory();

/** A new id minted at `now`, the very instant that the row keeps as its `created_at`. */
export function newId(now: Date): string {
  return next(now.getTime());
}

/** The id of no row: a ULID of the very first millisecond, to look for in vain. */
export const nobody = '0'.repeat(26);

const idPattern = /^[0-9A-Z]{26}$/;

/** Whether `text` can be an id of the service; what cannot be one is not looked up (decisions, section 2). */
export function isId(text: string): boolean {
  return idPattern.test(text);
}
